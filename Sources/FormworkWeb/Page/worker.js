// The worker that runs the engine, so that typing never waits for it.

import { Engine } from "./engine.js";

let engine = null;
/// The reason why the engine no longer answers; null while it works.
let end = null;

const calls = {
  async start(module) {
    engine = await Engine.make(module);
    // The first run takes longest, so do it before the user does.
    const { form } = engine.open("field a: string\n", "form");
    const checker = engine.checker(form, { now: "2000-01-01" });
    engine.checkJSON(checker, "{}");
    engine.closeChecker(checker);
    engine.close(form);
    return engine.version;
  },
};

onmessage = async ({ data: { id, name, args } }) => {
  try {
    if (end) throw new Error(end);
    const answer = calls[name] ? await calls[name](...args) : engine[name](...args);
    postMessage({ id, answer });
  } catch (error) {
    // After a trap or a stack overflow, the engine's memory is unreliable.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      end = "The engine has stopped because of an error in this page. Reload the page. What you typed is kept.";
    }
    postMessage({ id, error: end ?? String(error?.message ?? error) });
  }
};
