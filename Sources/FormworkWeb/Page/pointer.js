// Tracks whether a mouse button, a finger or a pen is down. A click is lost if its target moves before the release.
// Code that moves parts of the page waits for `released()`.

/// The maximum milliseconds between a release and its click, which can come late after a touch.
const clickDelay = 300;

let isDown = false;
let timer = 0;
let waiting = [];

/// Waits until nothing is pressed and the last click has been handled.
export async function released() {
  while (isDown) await new Promise((resolve) => { waiting.push(resolve); });
}

/// Whether something is pressed.
export function isPressed() {
  return isDown;
}

function press() {
  clearTimeout(timer);
  timer = 0;
  isDown = true;
}

function release() {
  timer = 0;
  isDown = false;
  for (const resolve of waiting.splice(0)) resolve();
}

/// Releases after some milliseconds, unless there is another press.
function releaseAfter(milliseconds) {
  if (!isDown) return;
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}

const listen = (names, body) => {
  for (const name of names) addEventListener(name, body, { capture: true, passive: true });
};
listen(["pointerdown"], press);
listen(["pointerup"], () => releaseAfter(clickDelay));
// Runs after the click's own listeners. Some presses have no end event, such as on a list that the browser opens. A
// key or the loss of focus ends them.
listen(["click", "pointercancel", "dragend", "keydown", "blur"], ({ type, target }) => {
  if (type !== "blur" || target === globalThis) releaseAfter(0);
});
listen(["change"], ({ target }) => { if (target instanceof HTMLSelectElement) releaseAfter(0); });
listen(["pointermove"], ({ buttons }) => { if (buttons === 0 && timer === 0) releaseAfter(0); });
