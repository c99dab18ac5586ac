// The bar between the text and what it makes. It moves by dragging, by presses and by keys.

import { keep, recall } from "./dom.js";

/// The share of the text that each press moves the bar to, in percent, and the limits of it.
const [stops, least, most] = [[50, 67, 33], 20, 80];

/// The percents of a press of an arrow key, and the pixels below which a drag is a press.
const [step, slack] = [2, 4];

/// @param bar an element with the role `separator`.
/// @param container the element whose style gets the share as `--share`.
/// @param key the storage key of the share.
/// @param moved called after each move.
export function connectSplitter(bar, container, key, moved) {
  let share = stops[0];
  const set = (percent) => {
    share = Math.min(most, Math.max(least, Math.round(percent)));
    container.style.setProperty("--share", `${share}%`);
    bar.setAttribute("aria-valuenow", String(share));
    moved();
  };
  const finish = () => keep(key, share);
  bar.setAttribute("aria-valuemin", String(least));
  bar.setAttribute("aria-valuemax", String(most));
  set(recall(key) ?? stops[0]);

  let start = null;
  bar.addEventListener("pointerdown", (event) => {
    start = event.clientX;
    bar.setPointerCapture(event.pointerId);
  });
  bar.addEventListener("pointermove", ({ clientX }) => {
    if (start === null || (Math.abs(clientX - start) < slack && !bar.classList.contains("dragged"))) return;
    bar.classList.add("dragged");
    const { left, width } = container.getBoundingClientRect();
    set(((clientX - left) / width) * 100);
  });
  const end = (isPress) => {
    if (start === null) return;
    if (isPress && !bar.classList.contains("dragged")) set(stops[(stops.indexOf(share) + 1) % stops.length]);
    start = null;
    bar.classList.remove("dragged");
    finish();
  };
  bar.addEventListener("pointerup", () => end(true));
  bar.addEventListener("pointercancel", () => end(false));
  bar.addEventListener("keydown", (event) => {
    const target = { ArrowLeft: share - step, ArrowRight: share + step, Home: least, End: most }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    set(target);
    finish();
  });
}
