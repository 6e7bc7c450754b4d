// Why a translation has its score: both trees, the difference in words, and the parts.

import { byId, make, shown, told } from "./dom.js";
import { showErrors } from "./errors.js";

const ROWS = 20; // shown at first, and with every wish for more
const LONG = 14; // words of a sentence whose drawing needs the whole width
const DEPENDENCIES = ["Dependencies", "heads", "drawDependencies"];
const CONSTITUENTS = ["Constituents", "constituents", "drawConstituents"];

/** Show the chosen translation under the chosen metric, beside the chosen reference. */
export function showExplanation(answer, state, chooseReference) {
  const { sentence, metrics } = answer.hypotheses[state.hypothesis];
  const why = metrics[state.metric];
  const reference = answer.references[state.reference];
  const sides = [
    { title: `Translation ${state.hypothesis}`, sentence, marks: why.marks.hypothesis },
    {
      title: `Reference ${state.reference + 1}`,
      sentence: reference,
      marks: why.marks.references[state.reference],
    },
  ];
  const heading = make("h2", { id: "chosen" }, `Translation ${state.hypothesis}: ${state.metric} `);
  heading.append(make("span", { className: "number" }, shown(why.score, why.digits)));
  const redraw = (number) => {
    chooseReference(number);
    showExplanation(answer, state, chooseReference);
    byId("reference-choice").focus();
  };
  byId("explanation").replaceChildren(
    heading,
    ...referenceChoice(answer.references.length, state.reference, redraw),
    treescore.renderDifference(sentence.words, reference.words),
    showErrors(answer, state),
    make(
      "div",
      { className: isLong(sides) ? "columns long" : "columns" },
      trees(sides),
      parts(why, answer.references.length, state.reference),
    ),
    make("p", { className: "note signature" }, why.signature),
  );
}

const isLong = (sides) => sides.some(({ sentence }) => sentence.words.length > LONG);

function referenceChoice(count, chosen, choose) {
  if (count < 2) return [];
  const options = Array.from({ length: count }, (_, i) =>
    make("option", { value: i, selected: i === chosen }, `Reference ${i + 1}`),
  );
  const select = make("select", { id: "reference-choice" }, ...options);
  select.addEventListener("change", () => choose(Number(select.value)));
  return [make("label", { className: "choice" }, "Compared with ", select)];
}

// ---- Trees

/** The trees that the metric looks at come first. */
function trees(sides) {
  const kinds = [DEPENDENCIES, CONSTITUENTS];
  if (sides[0].marks.nodes !== null) kinds.reverse();
  const known = kinds.filter(([, part]) => sides.every(({ sentence }) => sentence[part]));
  if (!known.length) return make("p", { className: "note" }, "Without a parser there are no trees.");
  return make(
    "div",
    {},
    ...known.flatMap(([kind, , draw]) => [
      make("h3", {}, kind),
      ...sides.map((side, number) => drawing(kind, treescore[draw], side, number)),
    ]),
    treescore.legend("match", "half", "miss", "plain"),
  );
}

function drawing(kind, draw, { title, sentence, marks }, side) {
  const box = make("div", { className: "drawing", tabIndex: 0 }, draw(sentence, marks));
  box.dataset.side = side;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", `${title}, ${kind.toLowerCase()}`);
  return make("figure", {}, make("figcaption", {}, title), box);
}

// ---- Parts

const weight = ({ count, limit }) => Math.max(count, limit);
const missed = (part) => weight(part) - part.matched;
/** What cost most, or failed to match, comes first; then what adds most. */
const byMiss = (a, b) =>
  b.cost - a.cost || missed(b) - missed(a) || Math.abs(b.share) - Math.abs(a.share) || weight(b) - weight(a);
const rounded = (number) => String(Math.round(number * 1000) / 1000);

function parts(why, references, reference) {
  const sorted = [...why.parts].sort(byMiss);
  const all = [...sorted, ...why.remainders].map(({ share }) => Math.abs(share));
  const scale = { digits: why.digits, largest: Math.max(...all, 0) };
  const body = make("tbody");
  const more = make("button", { type: "button" });
  const showMore = () => {
    for (const part of sorted.slice(body.rows.length, body.rows.length + ROWS)) {
      const row = partRow(part, scale, references);
      watch(row, () => places(part, why.words, reference));
      body.append(row);
    }
    const left = sorted.length - body.rows.length;
    more.textContent = `Show more (${left} left)`;
    more.hidden = left <= 0;
  };
  more.addEventListener("click", () => {
    const first = body.rows.length;
    showMore();
    if (more.hidden) body.rows[first].focus();
  });
  showMore();
  const names = ["Share", "Part", "Matched", "Translation", "Reference"];
  const head = make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)));
  const table = make("table", { id: "parts" }, make("thead", {}, head), body, sums(why, scale));
  const note = "Point at a row, or move to it by keyboard, to see its places in the trees.";
  return make(
    "div",
    { className: "parts" },
    make("h3", {}, "What the score is made of"),
    make("p", { className: "note" }, note),
    make("div", { className: "wide" }, table),
    more,
  );
}

/** What no part accounts for, and the score that all of it adds up to. */
function sums(why, scale) {
  const rest = why.remainders.map(({ reason, share }) =>
    make("tr", {}, shareCell(share, scale), make("td", { colSpan: 4 }, reason)),
  );
  const total = make("td", { className: "share" }, shown(why.score, scale.digits));
  const name = make("th", { colSpan: 4, scope: "row" }, "Score");
  return make("tfoot", {}, ...rest, make("tr", {}, total, name));
}

function shareCell(share, { digits, largest }) {
  const bar = make("span", { className: share < 0 ? "bar negative" : "bar" });
  bar.style.inlineSize = `${(Math.abs(share) / (largest || 1)) * 100}%`;
  return make("td", { className: "share" }, shown(share, digits), bar);
}

function partRow(part, scale, references) {
  const pattern = make("td", { className: "pattern" });
  const { hypothesis, reference } = part;
  if (hypothesis === reference) pattern.append(told(hypothesis));
  else
    pattern.append(
      hypothesis ? told(hypothesis, "del") : "",
      hypothesis && reference ? (part.cost === null ? " → " : " ≈ ") : "",
      reference ? told(reference, "ins") : "",
    );
  pattern.append(make("small", {}, part.kind));
  const several = references > 1 && part.reference_places.length;
  const which = several ? ` (${part.reference_number + 1})` : "";
  const numbers = [rounded(part.matched), rounded(part.count), rounded(part.limit) + which];
  return make(
    "tr",
    { tabIndex: 0, className: part.matched ? "match" : "miss" },
    shareCell(part.share, scale),
    pattern,
    ...numbers.map((number) => make("td", { className: "number" }, number)),
  );
}

// ---- Places of a part in the drawings

/** For both sides the tokens, arcs and nodes of a part, as the drawings number them. */
function places(part, words, reference) {
  const same = part.reference_number === reference;
  return [
    found(part.places, words.hypothesis),
    found(same ? part.reference_places : [], words.references[reference]),
  ];
}

function found(where, words) {
  return {
    token: where.flatMap(({ tokens }) => tokens.flatMap((token) => words[token])),
    arc: where.flatMap(({ arcs }) => arcs),
    node: where.flatMap(({ nodes }) => nodes),
  };
}

/** Single out a part's places while its row is pointed at or has the focus. */
function watch(row, locate) {
  for (const event of ["mouseenter", "focus"]) row.addEventListener(event, () => focusOn(locate()));
  for (const event of ["mouseleave", "blur"]) row.addEventListener(event, () => focusOn([]));
}

function focusOn(sides) {
  for (const element of document.querySelectorAll(".focused")) element.classList.remove("focused");
  for (const box of document.querySelectorAll(".drawing[data-side]"))
    for (const [kind, numbers] of Object.entries(sides[box.dataset.side] ?? {}))
      for (const number of new Set(numbers))
        for (const element of box.querySelectorAll(`[data-${kind}="${number}"]`))
          element.classList.add("focused");
  for (const box of document.querySelectorAll(".drawing[data-side]")) treescore.bringIntoView(box);
}
