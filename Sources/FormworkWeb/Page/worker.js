// The worker that the engine runs in, so that typing never waits for it.

import { Engine } from "./engine.js";

let engine = null;

const calls = {
  async start(source) {
    engine = await Engine.make(source);
    // What runs for the first time takes longest.
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
    const answer = calls[name] ? await calls[name](...args) : engine[name](...args);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
