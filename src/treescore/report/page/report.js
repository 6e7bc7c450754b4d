// A report, once it is unpacked: the metric that is chosen, and what the address names.
//
// #segment=12 opens a segment, #errors=tense lists the segments with such errors (&system=2: of
// the second system), #document=3 those of a document.

(() => {
  "use strict";

  const { make } = treescore;
  const find = (selector) => document.querySelector(selector);
  const dialog = find("#segment");
  const chooser = find("#switch select");
  const count = (number) => number.toLocaleString("en");

  let data;
  let panel;
  let list;
  let shown = null; // the segment that is open

  // ---- The metric

  function chooseMetric(number) {
    chooser.value = number;
    panel.metric = number;
    treescore.showMetric(number);
    if (data.documents)
      find("#document-table")?.replaceChildren(treescore.documentTable(data, number));
    list.metric = number;
  }

  // ---- What the address names

  function follow() {
    const named = new URLSearchParams(location.hash.slice(1));
    const number = (name) => Number(/^\d+$/.exec(named.get(name) ?? "")?.[0] ?? 0) - 1;
    if (named.has("segment")) return open(number("segment"));
    dialog.close();
    const maker = number("system") in data.systems ? number("system") : "";
    if (named.has("errors")) listOnly({ type: named.get("errors"), maker });
    const doc = data.documents?.names[number("document")];
    if (doc !== undefined) listOnly({ doc: data.docs.indexOf(doc) });
  }

  function listOnly(wanted) {
    list.filter(wanted);
    if (wanted.maker !== undefined && wanted.maker !== "") panel.compare(wanted.maker);
    find("#segments").scrollIntoView();
    find("#list").focus({ preventScroll: true });
  }

  // ---- One segment

  function open(segment) {
    if (segment < 0 || segment >= data.outputs.length) return dialog.close();
    shown = segment;
    find("#segment-name").textContent = `Segment ${shown + 1}`;
    const place = list.found.indexOf(shown);
    const doc = data.docs ? `${treescore.printable(data.docs[shown])} · ` : "";
    const where = place < 0 ? "not" : `${count(place + 1)} of ${count(list.found.length)}`;
    find("#segment-place").textContent = `${doc}${where} in the list`;
    panel.type = list.errors.type;
    panel.show(shown);
    dialog.querySelector("[name=previous]").disabled = place <= 0;
    dialog.querySelector("[name=next]").disabled = place === list.found.length - 1;
    if (!dialog.open) dialog.showModal();
    if (!dialog.contains(document.activeElement) || document.activeElement.disabled)
      find("#segment-name").focus();
    dialog.scrollTop = 0;
  }

  /** To a neighbour in the list; one that is not listed has the first as its next. */
  function step(by) {
    const next = list.found[list.found.indexOf(shown) + by];
    if (next === undefined) return;
    history.replaceState(null, "", `#segment=${next + 1}`);
    follow();
  }

  /** Back to the list, at the segment that was open. */
  function leave() {
    if (location.hash.startsWith("#segment=")) history.pushState(null, "", "#segments");
    list.turnToSegment(shown);
    find(`#list a[href="#segment=${shown + 1}"]`)?.focus();
  }

  function press(event) {
    const steps = new Map([["j", 1], ["ArrowRight", 1], ["k", -1], ["ArrowLeft", -1]]);
    const by = steps.get(event.key);
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    // Keys choose in a list of options, and arrows move what scrolls.
    if (event.target.closest("select")) return;
    if (event.key.length > 1 && event.target.closest("input, .wide, .drawing")) return;
    event.preventDefault();
    step(by);
  }

  // ---- The start

  function listContents() {
    for (const section of document.querySelectorAll("main > section[id]")) {
      const name = section.dataset.name ?? section.querySelector("h2")?.textContent;
      if (name) find("#contents").append(make("a", { href: `#${section.id}` }, name));
    }
  }

  function fillSwitch() {
    chooser.append(...data.metrics.map(({ name }, value) => make("option", { value }, name)));
    chooser.addEventListener("input", () => chooseMetric(Number(chooser.value)));
    find("#switch").hidden = data.metrics.length < 2;
  }

  async function start() {
    listContents();
    treescore.nameLanguages();
    treescore.foldRefinements();
    document.querySelectorAll("table.sortable").forEach(treescore.makeSortable);
    try {
      data = await treescore.unpackData(find("#data").textContent);
    } catch {
      find("#count span").textContent =
        "The segments cannot be unpacked: the file is damaged, or the browser too old.";
      return;
    }
    fillSwitch();
    list = new treescore.SegmentList(data);
    panel = new treescore.SegmentPanel(data, find("#segment-body"), find("#pair"), chooseMetric);
    dialog.querySelector("[name=previous]").addEventListener("click", () => step(-1));
    dialog.querySelector("[name=next]").addEventListener("click", () => step(1));
    dialog.querySelector("[name=close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", leave);
    dialog.addEventListener("keydown", press);
    addEventListener("hashchange", follow);
    // The address may name already what a link leads to.
    document.addEventListener("click", ({ target }) => {
      if (target.closest?.("main a")?.hash === location.hash) follow();
    });
    chooseMetric(0);
    follow();
  }

  start();
})();
