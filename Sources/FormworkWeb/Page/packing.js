// Base64 and gzip, for files in storage and links, and for the engine in a page.

/// Returns bytes as base64.
export function encoded(bytes) {
  let marks = "";
  for (const byte of bytes) marks += String.fromCharCode(byte);
  return btoa(marks);
}

/// Returns the bytes of a text in base64.
export function decoded(text) {
  const marks = atob(text);
  const bytes = new Uint8Array(marks.length);
  // Much faster than `Uint8Array.from` with a function.
  for (let index = 0; index < marks.length; index += 1) bytes[index] = marks.charCodeAt(index);
  return bytes;
}

/// Returns a text or bytes as gzip.
export async function gzipped(content) {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// Returns a stream of the content of gzip.
export function gunzipped(bytes) {
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
}
