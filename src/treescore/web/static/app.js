// The page: what is typed is scored at once, and the newest request wins.

import { byId, fetchJson, make, say, shown } from "./dom.js";
import { showExplanation } from "./explanation.js";
import { NO_METRIC, nameOfMetric, showSettings } from "./settings.js";
import { changeExample, keepState, nameOf, readState } from "./state.js";
import { prepareUpload } from "./upload.js";

const PAUSE = 250; // milliseconds without a key before something is sent

const state = readState();
let readSettings;
let timer;
let request = new AbortController();
let answer; // the newest

// ---- Fields

function showFields(id, texts, label) {
  const rows = texts.map((text, i) => {
    const field = make("textarea", { id: `${id}-${i}`, rows: 2, dir: "auto", value: text });
    field.addEventListener("input", () => {
      texts[i] = field.value;
      changed();
    });
    const remove = make("button", { type: "button", textContent: "Remove" });
    remove.setAttribute("aria-label", `Remove ${label(i)}`);
    remove.disabled = texts.length === 1;
    remove.addEventListener("click", () => {
      texts.splice(i, 1);
      showFields(id, texts, label);
      byId(`${id}-${Math.min(i, texts.length - 1)}`).focus();
      changed();
    });
    const name = make("label", { htmlFor: field.id }, label(i));
    return make("div", { className: "field" }, name, field, remove);
  });
  byId(id).querySelector(".fields").replaceChildren(...rows);
}

const LABELS = {
  references: (i) => `Reference ${i + 1}`,
  hypotheses: (i) => `Translation ${nameOf(i)}`,
};

function prepareFields(id) {
  const [texts, label] = [state[id], LABELS[id]];
  if (!texts.length) texts.push("");
  showFields(id, texts, label);
  byId(id).querySelector("fieldset > button").addEventListener("click", () => {
    texts.push("");
    showFields(id, texts, label);
    byId(`${id}-${texts.length - 1}`).focus();
    changed();
  });
}

function prepareSource() {
  const field = byId("source");
  field.value = state.source;
  field.addEventListener("input", () => {
    state.source = field.value;
    changed();
  });
}

// ---- Requests

function changed() {
  const settings = readSettings();
  if (settings.lang !== state.lang && changeExample(state, settings.lang))
    for (const id of Object.keys(LABELS)) showFields(id, state[id], LABELS[id]);
  Object.assign(state, settings);
  clearTimeout(timer);
  timer = setTimeout(() => {
    keepState(state);
    ask();
  }, PAUSE);
}

async function ask() {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const references = state.references.filter((text) => text.trim());
  const named = state.hypotheses.map((text, i) => [nameOf(i), text]);
  const hypotheses = Object.fromEntries(named.filter(([, text]) => text.trim()));
  const missing = [
    !references.length && "Give a reference.",
    !Object.keys(hypotheses).length && "Give a translation.",
    !state.metrics.length && NO_METRIC,
  ].filter(Boolean);
  if (missing.length) return tell(missing, false);
  byId("results").setAttribute("aria-busy", "true");
  const { metrics, lang } = state;
  const source = state.source.trim() ? state.source : null;
  const body = JSON.stringify({ references, hypotheses, source, metrics, lang });
  const headers = { "Content-Type": "application/json" };
  try {
    answer = await fetchJson("/api/explain", { method: "POST", headers, body, signal });
    tell([], true);
    showResults();
  } catch (error) {
    if (!signal.aborted) tell(error.messages ?? [error.message], false);
  }
}

/** Say what is the matter, if anything; old results beside a new problem would mislead. */
function tell(messages, results) {
  say(byId("status"), messages);
  byId("results").hidden = !results;
  byId("results").removeAttribute("aria-busy");
}

// ---- Results

function showResults() {
  const { hypotheses } = answer;
  if (!Object.hasOwn(hypotheses, state.hypothesis)) state.hypothesis = Object.keys(hypotheses)[0];
  const metrics = Object.keys(hypotheses[state.hypothesis].metrics);
  if (!metrics.includes(state.metric)) {
    const like = metrics.find((each) => nameOfMetric(each) === nameOfMetric(state.metric));
    state.metric = like ?? metrics[0]; // with other parameters it is the same metric to a reader
  }
  if (!Object.hasOwn(answer.references, state.reference)) state.reference = 0;
  say(byId("notes"), answer.notes);
  showScores(hypotheses, metrics);
  showExplanation(answer, state, (reference) => {
    state.reference = reference;
    keepState(state);
  });
}

function showScores(hypotheses, metrics) {
  const some = Object.values(hypotheses)[0].metrics;
  const heads = metrics.map((metric) => {
    const [arrow, title] = some[metric].higher_is_better
      ? ["↑", "higher is better"]
      : ["↓", "lower is better"];
    return make("th", { scope: "col" }, `${metric} `, make("abbr", { title }, arrow));
  });
  const rows = Object.entries(hypotheses).map(([name, { metrics: scores }]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      ...metrics.map((metric) => scoreCell(name, metric, scores[metric], hypotheses)),
    ),
  );
  byId("scores").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Translation"), ...heads)),
    make("tbody", {}, ...rows),
  );
}

function scoreCell(name, metric, { score, digits, higher_is_better: higher }, hypotheses) {
  const all = Object.values(hypotheses).map((each) => each.metrics[metric].score);
  const best = all.length > 1 && score === (higher ? Math.max(...all) : Math.min(...all));
  const number = shown(score, digits);
  const button = make("button", { type: "button", className: best ? "best" : "" }, number);
  const chosen = name === state.hypothesis && metric === state.metric;
  button.setAttribute("aria-pressed", chosen);
  button.setAttribute("aria-label", `${name}, ${metric}: ${number}${best ? ", best" : ""}`);
  button.addEventListener("click", () => {
    Object.assign(state, { hypothesis: name, metric });
    keepState(state);
    showResults();
    // The button that was pressed is gone; the one in its place takes over.
    byId("scores").querySelector("[aria-pressed=true]").focus();
  });
  return make("td", {}, button);
}

// ---- Sentences or files

function prepareTabs() {
  const tabs = { sentences: byId("to-sentences"), files: byId("to-files") };
  for (const [id, link] of Object.entries(tabs))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      for (const [other, its] of Object.entries(tabs)) {
        byId(other).hidden = other !== id;
        if (other === id) its.setAttribute("aria-current", "page");
        else its.removeAttribute("aria-current");
      }
    });
}

prepareTabs();
prepareSource();
for (const id of Object.keys(LABELS)) prepareFields(id);
window.addEventListener("hashchange", () => location.reload()); // another link in the same tab
try {
  readSettings = await showSettings(state, changed);
  Object.assign(state, readSettings());
  prepareUpload(readSettings);
  await ask();
} catch (error) {
  tell(error.messages ?? [error.message], false);
}
