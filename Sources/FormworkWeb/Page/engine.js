// The engine: bytes in, values out. It runs in a page's worker, in node, and anywhere else with WebAssembly.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const FAILED = 2;
const pieceSize = 1 << 20;

/// The error of a call that the engine rejects, as a sentence.
export class EngineFault extends Error {}

export class Engine {
  /// Creates an engine from the compiled `formwork.wasm`.
  static async make(module) {
    const instance = await WebAssembly.instantiate(module, {});
    return new Engine(instance.exports);
  }

  constructor(exports) {
    this.wasm = exports;
    const random = new Uint32Array(2);
    globalThis.crypto?.getRandomValues(random);
    this.wasm.formwork_seed(random[0], random[1]);
    // Two `formwork_bytes` for results, and memory for a handle.
    this.block = this.wasm.formwork_room(8);
    this.faultBlock = this.wasm.formwork_room(8);
    this.handle = this.wasm.formwork_room(4);
  }

  get version() {
    const start = this.wasm.formwork_version();
    const bytes = new Uint8Array(this.wasm.memory.buffer, start);
    return decoder.decode(bytes.slice(0, bytes.indexOf(0)));
  }

  // MARK: Memory

  /// Calls `body` with the addresses of copies of texts or bytes, each ending with a zero. The address of null is 0.
  with(texts, body) {
    const rooms = texts.map((text) => {
      if (text === null || text === undefined) return { start: 0, length: 0 };
      const bytes = typeof text === "string" ? encoder.encode(text) : text;
      const start = this.wasm.formwork_room(bytes.length + 1);
      const room = new Uint8Array(this.wasm.memory.buffer, start, bytes.length + 1);
      room.set(bytes);
      room[bytes.length] = 0;
      return { start, length: bytes.length };
    });
    try {
      return body(...rooms);
    } finally {
      for (const room of rooms) if (room.start) this.wasm.formwork_room_free(room.start);
    }
  }

  /// Returns a copy of the bytes of a block, and frees them.
  takeBytes(block = this.block) {
    const view = new DataView(this.wasm.memory.buffer);
    const start = view.getUint32(block, true);
    const length = view.getUint32(block + 4, true);
    const bytes = new Uint8Array(this.wasm.memory.buffer, start, length).slice();
    this.wasm.formwork_bytes_free(block);
    return bytes;
  }

  takeText(block) {
    return decoder.decode(this.takeBytes(block));
  }

  takeJSON() {
    return JSON.parse(this.takeText());
  }

  takeHandle() {
    return new DataView(this.wasm.memory.buffer).getUint32(this.handle, true);
  }

  /// Calls `body` with the address of a `formwork_options`.
  withOptions({ now, language, format, delimiter, problems, scope } = {}, body) {
    return this.with([now, language, format, delimiter], (...texts) => {
      const size = 28;
      const options = this.wasm.formwork_room(size);
      const view = new DataView(this.wasm.memory.buffer);
      const words = [size, ...texts.map((text) => text.start), problems ?? 0, scope ?? 0];
      words.forEach((word, index) => view.setUint32(options + index * 4, word, true));
      try {
        return body(options);
      } finally {
        this.wasm.formwork_room_free(options);
      }
    });
  }

  // MARK: Forms

  /// Adds a file that forms can use, as text or bytes. Null removes it.
  setFile(path, content) {
    this.with([path, content], (path, content) =>
      this.wasm.formwork_file(path.start, path.length, content.start, content.length));
  }

  /// Loads a form. Close it after use.
  ///
  /// @returns its handle as `form`, and as `ok` whether it has no errors.
  open(text, name = "form") {
    return this.with([text, name], (text, name) => {
      const status = this.wasm.formwork_form(text.start, text.length, name.start, this.handle);
      return { form: this.takeHandle(), ok: status === 0 };
    });
  }

  close(form) {
    this.wasm.formwork_form_close(form);
  }

  /// Returns the errors and warnings of a form, as described in `formwork.h`.
  findings(form) {
    this.wasm.formwork_findings(form, 0, this.block);
    return this.takeJSON();
  }

  /// Returns the findings as drawn in a terminal.
  drawnFindings(form) {
    this.wasm.formwork_findings(form, 1, this.block);
    return this.takeText();
  }

  /// Returns the description of a form's fields, or null if the form has errors.
  describe(form, language = null) {
    return this.with([language], (language) => {
      const status = this.wasm.formwork_describe(form, language.start, this.block);
      return status === 0 ? this.takeJSON() : null;
    });
  }

  /// Returns the explanation of a form as an HTML page, or null if the form has errors.
  explain(form, options) {
    return this.withOptions(options, (options) => {
      const status = this.wasm.formwork_explain(form, options, this.block);
      return status === 0 ? this.takeText() : null;
    });
  }

  /// Hands a message of the Language Server Protocol to the server.
  ///
  /// @returns the messages from the server.
  edit(message) {
    return this.with([JSON.stringify(message)], (message) => {
      this.wasm.formwork_edit(message.start, message.length, this.block);
      return this.takeJSON();
    });
  }

  // MARK: Records

  /// Creates a checker of a form. Close it after use.
  ///
  /// @param options `now` (required), and the other members of `formwork_options`.
  checker(form, options) {
    return this.withOptions(options, (options) => {
      const status = this.wasm.formwork_checker_open(form, options, this.handle, this.faultBlock);
      const fault = this.takeText(this.faultBlock);
      if (status !== 0) throw new EngineFault(fault || "There is no such form.");
      return this.takeHandle();
    });
  }

  closeChecker(checker) {
    this.wasm.formwork_checker_close(checker);
  }

  /// Checks a record, or an array of records, in JSON.
  ///
  /// @returns `status`, `results`, one for each record, and `fault` if the JSON is unreadable.
  checkJSON(checker, json) {
    return this.with([json], (text) => {
      const status = this.wasm.formwork_check_json(
        checker, text.start, text.length, this.block, this.faultBlock);
      return this.answer(status);
    });
  }

  /// Checks the next piece of a stream in the format of the checker.
  checkLines(checker, piece, isLast) {
    return this.with([piece], (text) => {
      const status = this.wasm.formwork_check_lines(
        checker, text.start, text.length, isLast ? 1 : 0, this.block, this.faultBlock);
      return this.answer(status);
    });
  }

  answer(status) {
    const lines = this.takeText();
    const fault = this.takeText(this.faultBlock);
    return { status, lines, fault: status === FAILED ? fault : null };
  }

  /// Returns the fields in force in an unfinished record, each with `number` and `path`. Null if the record is
  /// unreadable.
  inForce(checker, json) {
    return this.with([json], (text) => {
      const status = this.wasm.formwork_in_force(
        checker, text.start, text.length, this.block, this.faultBlock);
      const fields = this.takeText();
      this.takeText(this.faultBlock);
      return status === 0 ? JSON.parse(fields) : null;
    });
  }

  // MARK: Data

  /// Checks a data file.
  ///
  /// @param bytes the undecoded bytes. They are decoded if the form or `options.encoding` declares an encoding.
  /// @param options the options of a checker, with `xlsx` as another format; also `name` of the data, `show` (the
  /// number of records with problems to show), `encoding`, and `report` (the extension of a report's name, such as
  /// `.csv`).
  /// @returns `summary`, the `shown` records or the bytes of the `report`, and `fault` if the rest of the data is
  /// unreadable.
  run(form, bytes, options) {
    const { run, encoding } = this.openRun(form, options);
    try {
      const text = decode(bytes, options.encoding || encoding, options.format);
      const answer = this.feed(run, text, Boolean(options.report));
      this.wasm.formwork_run_summary(run, this.block);
      return { ...answer, summary: this.takeJSON() };
    } finally {
      this.wasm.formwork_run_close(run);
    }
  }

  openRun(form, options) {
    const encodingBlock = this.wasm.formwork_room(8);
    try {
      return this.withOptions(options, (raw) =>
        this.with([options.name, options.report], (name, report) => {
          const status = this.wasm.formwork_run_open(
            form, raw, name.start, options.show ?? 200, report.start, this.handle, encodingBlock,
            this.faultBlock);
          const fault = this.takeText(this.faultBlock);
          if (status !== 0) throw new EngineFault(fault || "There is no such form.");
          return { run: this.takeHandle(), encoding: this.takeText(encodingBlock) };
        }));
    } finally {
      this.wasm.formwork_room_free(encodingBlock);
    }
  }

  /// Feeds a run in pieces, because the engine's memory never shrinks.
  feed(run, bytes, isReport) {
    const parts = [];
    let fault = null;
    for (let start = 0; fault === null; start += pieceSize) {
      const piece = bytes.subarray(start, start + pieceSize);
      const isLast = start + pieceSize >= bytes.length;
      fault = this.with([piece], (text) => {
        const status = this.wasm.formwork_run_add(
          run, text.start, text.length, isLast ? 1 : 0, this.block, this.faultBlock);
        parts.push(this.takeBytes());
        const fault = this.takeText(this.faultBlock);
        return status === 0 ? null : fault;
      });
      if (isLast) break;
    }
    if (isReport) return { report: joined(parts), fault };
    const lines = decoder.decode(joined(parts)).split("\n");
    return { shown: lines.filter((line) => line).map((line) => JSON.parse(line)), fault };
  }
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/// Converts bytes to UTF-8. What is not text in its encoding becomes the byte FF, which makes its record malformed.
function decode(bytes, encoding, format) {
  if (format === "xlsx") return bytes;
  const [first, second, third] = bytes;
  // A byte order mark overrides the declared encoding.
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes;
  if (first === 0xff && second === 0xfe) encoding = "utf-16le";
  if (first === 0xfe && second === 0xff) encoding = "utf-16be";
  const name = (encoding || "utf-8").toLowerCase();
  if (name === "utf-8" || name === "utf8") return bytes;
  // Browsers would read it as windows-1252.
  if (/^(iso-?8859-1|latin-?1)$/.test(name)) return fromLatin1(bytes);
  const isUnicode = name.startsWith("utf");
  let decoder;
  try {
    decoder = new TextDecoder(name, { fatal: isUnicode });
  } catch {
    throw new EngineFault(`Data in the encoding “${encoding}” cannot be read here.`);
  }
  try {
    const text = encoder.encode(decoder.decode(bytes));
    return isUnicode ? text : markReplaced(text, !name.startsWith("iso"));
  } catch {
    throw new EngineFault(`The data is not in ${encoding}.`);
  }
}

function fromLatin1(bytes) {
  const text = new Uint8Array(2 * bytes.length);
  let end = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) text[end++] = 0xc0 | (byte >> 6);
    text[end++] = byte < 0x80 ? byte : 0x80 | (byte & 0x3f);
  }
  return text.subarray(0, end);
}

/// Replaces each U+FFFD in a UTF-8 text with the byte FF, in place, and perhaps also U+0080 to U+009F: browsers make them
/// from bytes that code pages such as windows-1252 leave undefined.
function markReplaced(text, withControls) {
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const [byte, next] = [text[at], text[at + 1]];
    const length = byte === 0xef && next === 0xbf && text[at + 2] === 0xbd ? 3
      : withControls && byte === 0xc2 && next < 0xa0 ? 2 : 1;
    text[end++] = length === 1 ? byte : 0xff;
    at += length - 1;
  }
  return text.subarray(0, end);
}
