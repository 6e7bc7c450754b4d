// What is wrong with a translation: its errors, named and marked in the texts.

import { make, told } from "./dom.js";

const NONE = "No error was found.";
const UNKNOWN = "Errors are looked for where there are trees.";

/** The errors of the chosen translation beside the reference that it is nearest to. */
export function showErrors(answer, state) {
  const { sentence, diagnosis } = answer.hypotheses[state.hypothesis];
  const section = make("section", { id: "errors" }, make("h3", {}, "What is wrong"));
  if (diagnosis === null) {
    section.append(make("p", { className: "note" }, UNKNOWN));
    return section;
  }
  const { reference, errors } = diagnosis;
  const sides = [
    [`Reference ${reference + 1}`, answer.references[reference].text, "ref_start", "ref_end"],
    [`Translation ${state.hypothesis}`, sentence.text, "start", "end"],
  ];
  const rows = sides.map(([name, text, start, end]) =>
    line(name, marked(text, errors.map((error) => [error[start], error[end]]), start === "start")),
  );
  if (answer.source) rows.unshift(line("Source", [told(answer.source)]));
  section.append(make("dl", { className: "texts" }, ...rows.flat()));
  if (!errors.length) section.append(make("p", {}, NONE));
  else section.append(list(errors, section));
  section.append(make("p", { className: "note" }, notes(answer)));
  return section;
}

const line = (name, parts) => [make("dt", {}, name), make("dd", { dir: "auto" }, ...parts)];

function notes({ not_looked_for: left }) {
  const more = left.length ? ` Not looked for in this language: ${left.join(", ")}.` : "";
  return `The same as treescore diagnose finds; it does not depend on the metric. What is an error perhaps is likelier none, or another one.${more}`;
}

/** A text with its extents marked; where one is empty, and `gaps` is set, a sign stands there. */
function marked(text, extents, gaps) {
  const letters = [...text]; // as extents count them
  const cuts = new Set([0, letters.length, ...extents.flat()]);
  const places = [...cuts].sort((a, b) => a - b);
  const parts = [];
  places.forEach((from, i) => {
    const empty = numbers(extents, ([start, end]) => start === end && start === from);
    if (gaps && empty.length) parts.push(mark("‸", empty, "gap"));
    const to = places[i + 1];
    if (to === undefined) return;
    const words = letters.slice(from, to).join("");
    const here = numbers(extents, ([start, end]) => start <= from && to <= end);
    parts.push(here.length ? mark(words, here, "") : told(words));
  });
  return parts;
}

const numbers = (extents, is) => extents.flatMap((extent, i) => (is(extent) ? [i] : []));

function mark(text, errors, className) {
  const element = told(text, "mark");
  if (className) element.classList.add(className);
  element.dataset.errors = errors.map((number) => `-${number}-`).join(" ");
  return element;
}

function list(errors, section) {
  const order = errors.map((_, i) => i).sort((a, b) => errors[b].weight - errors[a].weight);
  const rows = order.map((number) => {
    const row = item(errors[number]);
    const focus = (is) => () => {
      for (const each of section.querySelectorAll(`[data-errors~="-${number}-"]`))
        each.classList.toggle("focused", is);
    };
    for (const event of ["mouseenter", "focus"]) row.addEventListener(event, focus(true));
    for (const event of ["mouseleave", "blur"]) row.addEventListener(event, focus(false));
    return row;
  });
  return make("ul", { className: "errors" }, ...rows);
}

/** The type and what it means, the words, and those of the reference in their place. */
function item({ type, about, text, ref_text: other, doubtful }) {
  const [kind, refined] = type.split(":");
  const row = make("li", { tabIndex: 0 });
  if (doubtful) row.append("perhaps ");
  row.append(make("b", {}, refined ? `${kind}: ${refined}` : kind), " ");
  if (text.trim() || !other) row.append(told(text, "del"));
  if (text.trim() && other) row.append(" for ");
  if (other) row.append(told(other, "ins"));
  row.append(" ", make("small", {}, about));
  return row;
}
