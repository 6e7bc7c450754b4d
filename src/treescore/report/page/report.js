// The list of a report's segments: searched, sorted, page by page; #segment=12 opens one of them.

(() => {
  "use strict";

  const { make, written } = treescore;
  const ROWS = 50;
  const BEGINNING = 120; // letters of a reference in the list
  const find = (selector) => document.querySelector(selector);
  const controls = find("#controls").elements;
  const dialog = find("#segment");
  const [earlier, later] = document.querySelectorAll("#paging button");

  let data;
  let panel;
  let haystacks = []; // all texts of a segment in lower case, once somebody searches
  let found = []; // the segments that are listed, in order
  let page = 0;
  let shown = null; // the segment that is open

  const count = (number) => number.toLocaleString("en");

  // ---- Which segments, in which order

  const score = (system, segment) => data.scores[controls.metric.value][system][segment] ?? NaN;
  const scoresOf = (segment) => data.systems.map((_, system) => score(system, segment));
  const keys = {
    number: (segment) => segment,
    score: (segment) => score(controls.system.value, segment),
    difference: (segment) =>
      score(controls.system.value, segment) - score(controls.other.value, segment),
    spread: (segment) => Math.max(...scoresOf(segment)) - Math.min(...scoresOf(segment)),
  };

  function textsOf(segment) {
    const sentences = [...data.references[segment], ...data.outputs[segment]];
    return sentences.map((number) => treescore.textOf(data.sentences[number])).join("\n");
  }

  function choose() {
    const query = controls.query.value.toLowerCase();
    const doc = controls.doc.value; // a number, or nothing for all
    const order = Number(controls.order.value);
    const all = data.outputs.map((_, segment) => segment);
    if (query && !haystacks.length) haystacks = all.map((each) => textsOf(each).toLowerCase());
    const keyed = all
      .filter((segment) => !query || haystacks[segment].includes(query))
      .filter((segment) => !doc || data.docs[segment] === data.docs[doc])
      .map((segment) => [keys[controls.sort.value](segment), segment]);
    // Segments without a number come last in both orders.
    keyed.sort(([a], [b]) => Number.isNaN(a) - Number.isNaN(b) || order * (a - b) || 0);
    found = keyed.map(([, segment]) => segment);
    controls.system.disabled = !["score", "difference"].includes(controls.sort.value);
    controls.other.disabled = controls.sort.value !== "difference";
    find("#count").textContent = `${count(found.length)} of ${count(all.length)} segments`;
    turnTo(0);
  }

  // ---- The list

  function turnTo(number) {
    const pages = Math.max(1, Math.ceil(found.length / ROWS));
    page = Math.min(Math.max(number, 0), pages - 1);
    earlier.disabled = page === 0;
    later.disabled = page === pages - 1;
    find("#paging").hidden = pages === 1;
    find("#paging span").textContent = `Page ${page + 1} of ${pages}`;
    const segments = found.slice(page * ROWS, (page + 1) * ROWS);
    const body = make("tbody", {}, ...segments.map(row));
    find("#list").replaceChildren(make("table", { className: "scores" }, head(), body));
  }

  /** What the rows are sorted by, where no column shows it already. */
  function extra() {
    const sort = controls.sort.value;
    return ["difference", "spread"].includes(sort) ? sort : "";
  }

  function head() {
    const cells = [make("th", { scope: "col" }, "No.")];
    if (data.docs) cells.push(make("th", { scope: "col", className: "words doc" }, "Document"));
    cells.push(make("th", { scope: "col", className: "words" }, "Reference"));
    for (const name of data.systems)
      cells.push(make("th", { scope: "col", dir: "auto", title: treescore.printable(name) }, name));
    if (extra()) cells.push(make("th", { scope: "col" }, extra()));
    return make("thead", {}, make("tr", {}, ...cells));
  }

  const docCell = (doc) => make("td", { className: "words doc", dir: "auto" }, doc);

  function row(segment) {
    const metric = data.metrics[controls.metric.value];
    const text = treescore.textOf(data.sentences[data.references[segment][0]]);
    const beginning = [...text.slice(0, 2 * BEGINNING)].slice(0, BEGINNING).join("");
    const href = `#segment=${segment + 1}`;
    const link = make("a", { href, dir: "auto" }, beginning || "(empty)");
    link.setAttribute("aria-label", `Segment ${segment + 1}: ${link.textContent}`);
    const cells = [make("td", {}, String(segment + 1))];
    if (data.docs) cells.push(docCell(data.docs[segment]));
    cells.push(make("td", { className: "words" }, link));
    cells.push(...treescore.scoreCells(scoresOf(segment), metric));
    if (extra()) cells.push(make("td", {}, written(keys[extra()](segment), metric.digits)));
    const line = make("tr", {}, ...cells);
    line.addEventListener("click", () => link.click());
    link.addEventListener("click", (event) => event.stopPropagation());
    return line;
  }

  // ---- One segment

  /** Shows what the address names: a segment, or the list. */
  function follow() {
    const named = Number(/^#segment=(\d+)$/.exec(location.hash)?.[1] ?? 0) - 1;
    if (named < 0 || named >= data.outputs.length) return dialog.close();
    shown = named;
    find("#segment-name").textContent = `Segment ${shown + 1}`;
    const place = found.indexOf(shown);
    const doc = data.docs ? `${treescore.printable(data.docs[shown])} · ` : "";
    const where = place < 0 ? "not" : `${count(place + 1)} of ${count(found.length)}`;
    find("#segment-place").textContent = `${doc}${where} in the list`;
    panel.show(shown);
    dialog.querySelector("[name=previous]").disabled = place <= 0;
    dialog.querySelector("[name=next]").disabled = place === found.length - 1;
    if (!dialog.open) dialog.showModal();
    if (!dialog.contains(document.activeElement) || document.activeElement.disabled)
      find("#segment-name").focus();
    dialog.scrollTop = 0;
  }

  /** To a neighbour in the list; one that is not listed has the first as its next. */
  function step(by) {
    const next = found[found.indexOf(shown) + by];
    if (next === undefined) return;
    history.replaceState(null, "", `#segment=${next + 1}`);
    follow();
  }

  /** Back to the list, at the segment that was open. */
  function leave() {
    if (location.hash.startsWith("#segment=")) history.pushState(null, "", "#segments");
    const place = found.indexOf(shown);
    if (place < 0) return;
    if (Math.floor(place / ROWS) !== page) turnTo(Math.floor(place / ROWS));
    find(`a[href="#segment=${shown + 1}"]`).focus();
  }

  function press(event) {
    const steps = new Map([["j", 1], ["ArrowRight", 1], ["k", -1], ["ArrowLeft", -1]]);
    const by = steps.get(event.key);
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    // Arrows choose in a group of buttons, and move what scrolls.
    if (event.key.length > 1 && event.target.closest("input, .wide, .drawing")) return;
    event.preventDefault();
    step(by);
  }

  // ---- The start

  function fill(select, names) {
    select.append(...names.map((name, value) => make("option", { value }, name)));
  }

  function fillControls() {
    fill(controls.metric, data.metrics.map((metric) => metric.name));
    fill(controls.system, data.systems);
    fill(controls.other, data.systems);
    controls.other.value = Math.min(1, data.systems.length - 1);
    const several = data.systems.length > 1;
    for (const select of [controls.system, controls.other]) select.parentElement.hidden = !several;
    for (const option of [...controls.sort.options].slice(2)) option.disabled = !several;
    controls.doc.append(make("option", { value: "" }, "all"));
    new Set(data.docs ?? []).forEach((doc) =>
      controls.doc.append(make("option", { value: data.docs.indexOf(doc) }, doc)),
    );
    controls.doc.parentElement.hidden = !data.docs;
  }

  function listContents() {
    for (const section of document.querySelectorAll("main > section[id]")) {
      const name = section.querySelector("h2")?.textContent;
      if (name) find("#contents").append(make("a", { href: `#${section.id}` }, name));
    }
  }

  async function start() {
    listContents();
    try {
      data = await treescore.unpackData(find("#data").textContent);
    } catch {
      find("#count").textContent =
        "The segments cannot be unpacked: the file is damaged, or the browser too old.";
      return;
    }
    panel = new treescore.SegmentPanel(data, find("#segment-body"));
    fillControls();
    find("#controls").addEventListener("input", choose);
    find("#controls").addEventListener("submit", (event) => event.preventDefault());
    earlier.addEventListener("click", () => turnTo(page - 1));
    later.addEventListener("click", () => turnTo(page + 1));
    dialog.querySelector("[name=previous]").addEventListener("click", () => step(-1));
    dialog.querySelector("[name=next]").addEventListener("click", () => step(1));
    dialog.querySelector("[name=close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", leave);
    dialog.addEventListener("keydown", press);
    addEventListener("hashchange", follow);
    choose();
    follow();
  }

  start();
})();
