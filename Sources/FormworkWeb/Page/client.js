// The engine for the page. The worker answers each call asynchronously, in order.

export class EngineClient {
  /// Creates a worker, which gets ready while the engine is decompressed.
  ///
  /// @param script the worker's source.
  constructor(script) {
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    this.worker = worker;
    this.waiting = new Map();
    this.count = 0;
    worker.onmessage = ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(message ?? "The engine did not start."));
      this.waiting.clear();
    };
  }

  /// Starts the engine in the worker.
  ///
  /// @param module the compiled engine. Workers can share it.
  async start(module) {
    this.version = await this.call("start", module);
  }

  call(name, ...args) {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, args });
    });
  }
}

/// Returns the present moment with its offset (RFC 3339), as the engine expects it.
export function now(date = new Date()) {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  return local + offset(date);
}

/// Returns the local offset from UTC at a moment, such as `+01:00`.
export function offset(date) {
  const minutes = -date.getTimezoneOffset();
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
