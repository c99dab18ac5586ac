// Whether a mouse button, a finger or a pen is down. A click is lost if what was pressed moves before it is released, so
// what moves the page by itself waits for `released()`.

/// How long a click may take to follow the release, in milliseconds: after a touch it may come late.
const clickDelay = 300;

let isDown = false;
let timer = 0;
let waiting = [];

/// Returns once nothing is pressed, and the click of the last press has done its work.
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

/// Releases after some milliseconds, unless something is pressed again.
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
// After the click's own listeners. Keys and the loss of the window end a press whose end the browser does not tell, as on
// a list that it opens.
listen(["click", "pointercancel", "dragend", "keydown", "blur"], ({ type, target }) => {
  if (type !== "blur" || target === globalThis) releaseAfter(0);
});
listen(["change"], ({ target }) => { if (target instanceof HTMLSelectElement) releaseAfter(0); });
listen(["pointermove"], ({ buttons }) => { if (buttons === 0 && timer === 0) releaseAfter(0); });
