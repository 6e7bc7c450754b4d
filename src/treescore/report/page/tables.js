// The tables of a report's summary: sorted by a click on a column, one metric at a time.

(() => {
  "use strict";

  const { make } = treescore;
  const ASCENDING = "ascending";
  const DESCENDING = "descending";

  /** Columns whose head says data-sort, which order comes first, can be sorted. */
  function makeSortable(table) {
    for (const head of table.querySelectorAll("thead th[data-sort]")) {
      const button = make("button", { type: "button", className: "sort" }, ...head.childNodes);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const turned = head.ariaSort === ASCENDING ? DESCENDING : ASCENDING;
        sortRows(table, head, head.ariaSort ? turned : head.dataset.sort);
      });
    }
  }

  function sortRows(table, head, order) {
    for (const other of table.querySelectorAll("thead th[aria-sort]"))
      other.removeAttribute("aria-sort");
    head.ariaSort = order;
    const sign = order === ASCENDING ? 1 : -1;
    const body = table.tBodies[0];
    const keyed = [...body.rows].map((row) => [key(row.cells[head.cellIndex]), row]);
    // What has no number comes last in both orders.
    keyed.sort(
      ([a], [b]) =>
        Number.isNaN(a) - Number.isNaN(b) || sign * (typeof a === "string" ? compare(a, b) : a - b),
    );
    body.append(...keyed.map(([, row]) => row));
  }

  const key = (cell) =>
    cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  const compare = new Intl.Collator("en", { numeric: true }).compare;

  /** Only what belongs to a metric is shown. */
  function showMetric(number) {
    for (const block of document.querySelectorAll(".by-metric"))
      block.hidden = Number(block.dataset.metric) !== number;
  }

  /** The documents with the scores of one metric; a name leads to its segments. */
  function documentTable(data, metric) {
    const { names, sizes, scores } = data.documents;
    const { higher } = data.metrics[metric];
    const head = [
      sortedBy(make("th", { scope: "col" }, "document"), ASCENDING),
      sortedBy(make("th", { scope: "col" }, "segments"), DESCENDING),
      ...data.systems.map((name) =>
        sortedBy(
          make("th", { scope: "col", dir: "auto" }, make("span", {}, name)),
          higher ? DESCENDING : ASCENDING,
        ),
      ),
    ];
    const rows = names.map((name, doc) => {
      const link = make("a", { href: `#document=${doc + 1}` }, name || "(none)");
      const size = make("td", {}, String(sizes[doc]));
      size.dataset.value = sizes[doc];
      const numbers = scores[metric].map((column) => column[doc]);
      const cells = treescore.scoreCells(numbers, data.metrics[metric]);
      return make("tr", {}, make("th", { scope: "row", dir: "auto" }, link), size, ...cells);
    });
    const table = make(
      "table",
      { className: "scores upright" },
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows),
    );
    makeSortable(table);
    return table;
  }

  function sortedBy(head, order) {
    head.dataset.sort = order;
    return head;
  }

  /** Refinements of types are shown when they are asked for. */
  function foldRefinements() {
    const table = document.querySelector("table.types");
    const refined = table?.querySelectorAll("tr.refined") ?? [];
    if (!refined.length) return;
    const button = make("button", { type: "button" }, `Show refinements (${refined.length})`);
    button.ariaExpanded = "false";
    const show = (shown) => {
      for (const row of refined) row.hidden = !shown;
      button.ariaExpanded = String(shown);
      button.textContent = `${shown ? "Hide" : "Show"} refinements (${refined.length})`;
    };
    button.addEventListener("click", () => show(button.ariaExpanded === "false"));
    table.closest(".wide").after(make("p", { className: "more" }, button));
    show(false);
  }

  /** Codes of languages become their names, where the browser knows them. */
  function nameLanguages() {
    for (const element of document.querySelectorAll("[data-lang]")) {
      const code = element.dataset.lang;
      const name = new Intl.DisplayNames(["en"], { type: "language" }).of(code);
      if (name && name !== code) element.textContent = `${name} (${code})`;
    }
  }

  Object.assign(treescore, { makeSortable, showMetric, documentTable, foldRefinements });
  Object.assign(treescore, { nameLanguages });
})();
