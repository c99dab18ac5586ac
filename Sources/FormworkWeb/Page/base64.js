// Base64, for files in storage and links, and for the engine in the page.

export function encoded(bytes) {
  let marks = "";
  for (const byte of bytes) marks += String.fromCharCode(byte);
  return btoa(marks);
}

export function decoded(text) {
  const marks = atob(text);
  const bytes = new Uint8Array(marks.length);
  // Much faster than `Uint8Array.from` with a function.
  for (let index = 0; index < marks.length; index += 1) bytes[index] = marks.charCodeAt(index);
  return bytes;
}
