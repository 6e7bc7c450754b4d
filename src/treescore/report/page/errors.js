// The errors of translations in their texts: wrong words are marked and numbered, missing ones are
// marked in the reference, and a list names them all.

(() => {
  "use strict";

  const { make } = treescore;

  /** A text with places marked; a place without extent gets a sign where something is missing.
   *
   * Marks are { place, label, kind, title }, places in characters. Places may overlap.
   */
  function markText(text, marks) {
    const letters = [...text];
    const paragraph = make("p", { className: "text", dir: "auto" });
    const wide = marks.filter(({ place }) => place[1] > place[0]);
    const cuts = new Set([0, letters.length, ...marks.flatMap(({ place }) => place)]);
    const ends = [...cuts].filter((at) => at <= letters.length).sort((a, b) => a - b);
    ends.forEach((start, i) => {
      const end = ends[i + 1] ?? start;
      // What ends here is named before what begins here is marked.
      for (const mark of wide.filter(({ place }) => place[1] === start)) addLabel(paragraph, mark);
      for (const mark of marks.filter(({ place }) => place[0] === place[1] && place[0] === start))
        paragraph.append(gap(mark));
      const piece = letters.slice(start, end).join("");
      const over = wide.filter(({ place }) => place[0] <= start && place[1] >= end);
      if (piece) paragraph.append(over.length ? marked(piece, over) : treescore.printable(piece));
    });
    if (!letters.length) paragraph.append("(empty)");
    return paragraph;
  }

  function addLabel(parent, mark) {
    if (mark.label) parent.append(about(make("sup", {}, mark.label), [mark]));
  }

  function marked(piece, over) {
    const kinds = [...new Set(over.map(({ kind }) => kind))].join(" ");
    const title = treescore.printable(over.map(({ title }) => title).filter(Boolean).join("; "));
    return about(make(over.some(({ label }) => label) ? "mark" : "span", { className: kinds, title }, piece), over);
  }

  /** Where words are missing. */
  function gap(mark) {
    const sign = make("span", { className: `gap ${mark.kind}`, title: mark.title }, "‸");
    return about(make("span", {}, sign, make("sup", {}, mark.label)), [mark]);
  }

  /** An element says which errors it is about. */
  function about(element, marks) {
    element.dataset.errors = marks.map(({ error }) => error).join(" ");
    return element;
  }

  const cut = (text, [start, end]) => [...text].slice(start, end).join("");

  /** In words: carrot for core, lacks the old one, too much of it. */
  function tell({ place, reference }, text, referenceText) {
    const [mine, theirs] = [cut(text, place), cut(referenceText, reference)];
    if (mine && theirs) return [quote(mine), " for ", quote(theirs)];
    if (theirs) return ["lacks ", quote(theirs)];
    return mine ? [quote(mine)] : [];
  }

  const quote = (words) => make("q", { dir: "auto" }, words);

  /** The list of a translation's errors, the heaviest first; pointing at one shows its places. */
  function listErrors(found, text, referenceText, prefix, chosen, box) {
    if (!found.length) return make("p", { className: "note" }, "No errors were found.");
    const numbered = found.map((error, i) => ({ error, name: `${prefix}${i + 1}` }));
    numbered.sort((a, b) => b.error.weight - a.error.weight);
    const items = numbered.map(({ error, name }) => {
      const type = make("b", {}, error.type);
      const told = tell(error, text, referenceText);
      const className = chosen && treescore.isOf(error.type, chosen) ? "chosen" : "";
      const before = `${name} ${error.doubtful ? "perhaps " : ""}`;
      const item = make("li", { className, tabIndex: 0 }, before, type, told.length ? ": " : "", ...told);
      watch(item, name, box);
      return item;
    });
    return make("ul", { className: "errors" }, ...items);
  }

  /** Single out the places of an error while it is pointed at or has the focus. */
  function watch(item, name, box) {
    const focus = (on) => {
      for (const place of box.querySelectorAll("[data-errors]"))
        if (place.dataset.errors.split(" ").includes(name)) place.classList.toggle("focused", on);
    };
    for (const event of ["mouseenter", "focus"]) item.addEventListener(event, () => focus(true));
    for (const event of ["mouseleave", "blur"]) item.addEventListener(event, () => focus(false));
  }

  const named = ({ type, doubtful }) => (doubtful ? `perhaps ${type}` : type);

  /** The marks of errors in the translation. */
  const marksOf = (errors, prefix, chosen) =>
    errors.map(({ type, place, doubtful }, i) => ({
      place,
      error: `${prefix}${i + 1}`,
      label: `${prefix}${i + 1}`,
      title: named({ type, doubtful }),
      kind: `wrong${doubtful ? " doubtful" : ""}${chosen && treescore.isOf(type, chosen) ? " chosen" : ""}`,
    }));

  /** The marks of errors in the reference: what is missing, and unseen what else has a partner. */
  const referenceMarks = (errors, prefix, chosen) =>
    errors
      .map(({ type, place, reference, doubtful }, i) => {
        const missing = place[0] === place[1];
        return {
          place: reference,
          error: `${prefix}${i + 1}`,
          label: missing ? `${prefix}${i + 1}` : "",
          title: missing ? named({ type, doubtful }) : "",
          kind: !missing ? "counterpart" : chosen && treescore.isOf(type, chosen) ? "missing chosen" : "missing",
        };
      })
      .filter(({ place }) => place[1] > place[0]);

  Object.assign(treescore, { markText, listErrors, tellError: tell, marksOf, referenceMarks });
})();
