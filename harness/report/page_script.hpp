// The script of pages with searched tables: a filter over all rows, and sorting by a column. The
// page is whole without it.
#pragma once

namespace tycho::report {

inline constexpr const char* kPageScript = R"js(
"use strict";
(() => {
  const tables = [...document.querySelectorAll("table.searched")];
  if (!tables.length) return;
  const number = text => {
    const units = {ns: 1e-9, "\u00b5s": 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600};
    const small = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
    const raised = new RegExp("(\u00d7|^)10([\u207b" + small + "]+)");  // 1.2 times ten to -7
    const plain = text.replace(/,/g, "").replace(raised, (all, times, power) =>
      (times ? "" : "1") + "e" + [...power].map(c => c === "\u207b" ? "-" : small.indexOf(c)).join(""));
    const found = /^[-+]?[\d.]+(?:e[-+]?\d+)?/i.exec(plain);
    if (!found) return NaN;
    const unit = plain.slice(found[0].length).trim().split(/\s/)[0];
    return parseFloat(found[0]) * (units[unit] || 1);
  };
  const shown = cell => [...cell.childNodes].filter(node => node.nodeName !== "SMALL")
    .map(node => node.textContent).join("").trim();
  const box = document.createElement("p");
  box.className = "filter";
  box.innerHTML = '<label>Show rows with <input type="search"></label> <output></output>';
  const input = box.querySelector("input"), count = box.querySelector("output");
  document.querySelector("main h1").after(box);
  const rows = tables.flatMap(table => [...table.tBodies[0].rows]);
  const words = rows.map(row => row.textContent.toLowerCase());
  const narrow = () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let kept = 0;
    rows.forEach((row, i) => {
      row.hidden = !wanted.every(word => words[i].includes(word));
      if (!row.hidden) ++kept;
    });
    for (const table of tables) {
      const fold = table.closest("details");
      if (fold) fold.open = wanted.length > 0 && [...table.tBodies[0].rows].some(row => !row.hidden);
    }
    count.textContent = wanted.length ? kept + " of " + rows.length + " rows" : "";
  };
  input.addEventListener("input", narrow);
  for (const table of tables) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(other => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const keyed = [...table.tBodies[0].rows].map(row => {
          const text = shown(row.cells[column]);
          return {row, text, value: number(text)};
        });
        const empty = k => k.text === "" || k.text === "\u2013";
        const numeric = keyed.every(k => empty(k) || !isNaN(k.value));
        keyed.sort((a, b) => {
          if (empty(a) || empty(b)) return empty(a) - empty(b);  // last in either order
          const order = numeric ? a.value - b.value
                                : a.text.localeCompare(b.text, "en", {numeric: true});
          return down ? -order : order;
        });
        table.tBodies[0].append(...keyed.map(k => k.row));
      });
    });
  }
})();
)js";

}  // namespace tycho::report
