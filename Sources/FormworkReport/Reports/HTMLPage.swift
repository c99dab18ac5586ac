// The parts that every HTML report shares.

/// The style and the script of a page. The page loads nothing, and nothing in the data can run.
enum HTMLPage {
  static let head: StaticString = """
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <style>
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8884; --error: #c62828; --warning: #b26a00 }
    @media (prefers-color-scheme: dark) { :root { --error: #ff8a80; --warning: #ffb74d } }
    body { margin: 0 auto; max-width: 75rem; padding: 1rem }
    h1 { margin: 0.5rem 0 }
    svg { display: block; font-size: 14px; max-width: 56rem; width: 100% }
    svg text { fill: currentColor }
    svg .name { text-anchor: end }
    .error { fill: var(--error) }
    .warning { fill: var(--warning) }
    .scroll { overflow-x: auto }
    table { border-collapse: collapse; font-size: 0.9rem; width: 100% }
    th { text-align: start }
    th button { background: none; border: 0; color: inherit; cursor: pointer; font: inherit; font-weight: bold; padding: 0; white-space: nowrap }
    th[aria-sort=ascending] button::after { content: " \\2191" }
    th[aria-sort=descending] button::after { content: " \\2193" }
    td, th { border-bottom: 1px solid var(--line); overflow-wrap: break-word; padding: 0.3rem 0.6rem 0.3rem 0; vertical-align: top }
    td { white-space: pre-wrap }
    td.error { color: var(--error) }
    td.warning { color: var(--warning) }
    #search { font: inherit; padding: 0.3rem; width: min(30rem, 100%) }
    @media print { .tools, #more { display: none } }
    </style>

    """

  /// Builds rows from texts, never from markup. Shows only some of the matching rows; a button shows more.
  static let script: StaticString = """
    "use strict";
    const all = JSON.parse(document.getElementById("problems").textContent);
    const [body, search, count, more] = ["rows", "search", "count", "more"].map((id) => document.getElementById(id));
    const heads = [...document.querySelectorAll("th")];
    const kinds = [["error", more.dataset.error], ["warning", more.dataset.warning]];
    const step = 200;
    const cell = (row, index) => index === 6 ? kinds[row[6]][1] : String(row[index]);
    const texts = all.map((row) => row.map((_, index) => cell(row, index)).join("\\n").toLowerCase());
    const order = new Intl.Collator(undefined, { numeric: true });
    let [found, shown, sorted, isUp] = [all.map((_, index) => index), 0, -1, true];
    function showMore() {
      const part = document.createDocumentFragment();
      for (const number of found.slice(shown, shown + step)) {
        const row = part.appendChild(document.createElement("tr"));
        all[number].forEach((_, index) => {
          const data = row.appendChild(document.createElement("td"));
          data.textContent = cell(all[number], index);
          if (index === 6) data.className = kinds[all[number][6]][0];
        });
      }
      body.appendChild(part);
      shown = Math.min(found.length, shown + step);
      count.textContent = shown + " / " + found.length;
      more.hidden = shown === found.length;
    }
    function show() {
      const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word);
      found = [];
      texts.forEach((text, index) => { if (words.every((word) => text.includes(word))) found.push(index); });
      if (sorted >= 0) {
        const keys = new Map(found.map((number) => [number, cell(all[number], sorted)]));
        found.sort((one, other) => (isUp ? 1 : -1) * order.compare(keys.get(one), keys.get(other)) || one - other);
      }
      body.textContent = "";
      shown = 0;
      showMore();
    }
    heads.forEach((head, index) => head.firstChild.addEventListener("click", () => {
      isUp = sorted === index ? !isUp : true;
      sorted = index;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      show();
    }));
    search.addEventListener("input", show);
    more.addEventListener("click", showMore);
    show();

    """
}
