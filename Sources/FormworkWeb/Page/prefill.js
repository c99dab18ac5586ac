// Answers in the address of the page: `#name=Ann&items[0].price=3`.

import { mostRows } from "./boxes.js";

/// Fills in the boxes that a fragment names by their paths. Secrets don't belong in addresses.
///
/// @returns whether the fragment names a box.
export function prefilled(fields, hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const names = [...values.keys()];
  let isAny = false;
  const visit = (box) => {
    if (box.items) {
      const indices = names.filter((name) => name.startsWith(`${box.path}[`)).map((name) => parseInt(name.slice(box.path.length + 1), 10));
      const rows = Math.min(Math.max(0, ...indices.filter(Number.isInteger).map((index) => index + 1)), mostRows);
      while (box.boxes.length < rows) box.addItem();
    }
    if (values.has(box.path) && !box.isSecret && box.controls.length > 0) {
      box.fill(box.field.type === "list" ? values.getAll(box.path) : values.get(box.path));
      isAny = true;
    }
    for (const inner of box.boxes) visit(inner);
  };
  for (const box of fields) visit(box);
  return isAny;
}
