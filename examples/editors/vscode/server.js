// A language server as a child process. Messages are framed as the Language Server Protocol demands.
"use strict";

const { spawn } = require("child_process");

/** A running server. `events` has the functions `notification`, `request`, `log` and `exit`. */
class Server {
  constructor(command, events) {
    this.events = events;
    this.waiting = new Map();
    this.lastId = 0;
    this.input = Buffer.alloc(0);
    this.capabilities = {};
    this.process = spawn(command, ["lsp"], { stdio: "pipe" });
    this.process.stdout.on("data", (bytes) => this.take(bytes));
    this.process.stderr.on("data", (bytes) => events.log(String(bytes).trimEnd()));
    // A server that has ended can't be written to. Its end is reported once, below.
    this.process.stdin.on("error", () => {});
    this.process.on("error", (error) => this.end(error));
    this.process.on("exit", (code, signal) => this.end(new Error(`The server ended with ${signal ?? code}.`)));
  }

  end(error) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.events.exit(error);
  }

  /** Sends a request. The promise is rejected if the server answers with an error, or ends. */
  request(method, params) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new Error("The server has ended."));
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  notify(method, params) {
    if (!this.hasEnded) this.send({ method, params });
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  take(bytes) {
    this.input = Buffer.concat([this.input, bytes]);
    for (;;) {
      const header = this.input.indexOf("\r\n\r\n");
      if (header < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.input.toString("latin1", 0, header));
      const start = header + 4;
      const end = start + Number(length?.[1]);
      if (!length) return this.process.kill();
      if (this.input.length < end) return;
      const message = JSON.parse(this.input.toString("utf8", start, end));
      this.input = this.input.subarray(end);
      this.handle(message);
    }
  }

  handle(message) {
    if (message.method && message.id === undefined) return this.events.notification(message.method, message.params);
    if (message.method) {
      const result = this.events.request(message.method, message.params) ?? null;
      return this.send({ id: message.id, result });
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }

  /** Ends the server as the protocol demands, and kills it if it is still there after two seconds. */
  async stop() {
    if (this.hasEnded) return;
    this.events.exit = () => {};
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 2000);
    const ended = new Promise((resolve) => this.process.once("close", resolve));
    await this.request("shutdown", null).catch(() => {});
    this.notify("exit", null);
    if (!this.hasEnded) await ended;
    clearTimeout(timer);
  }
}

module.exports = { Server };
