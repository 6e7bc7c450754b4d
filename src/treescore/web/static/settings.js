// The language and the metrics with their parameters, which sentences and files share.

import { byId, fetchJson, make } from "./dom.js";

export const NO_METRIC = "Choose a metric.";

/** Whether a metric can be used in a language. */
const works = ({ lang, parser }, { reads, only_language: only }) =>
  (parser || reads === "text") && (only ?? lang) === lang;

/** The name of a metric, and its parameters that differ from the usual ones. */
function readSpec(spec) {
  const [name, ...rest] = spec.split(":");
  const pairs = rest.join(":").split(",").filter(Boolean);
  return [name, new Map(pairs.map((pair) => pair.split(/=(.*)/s)))];
}

export const nameOfMetric = (spec) => readSpec(spec)[0];

/** A line of the list: the metric's box, what it is, and its parameters folded away. */
class MetricLine {
  constructor(metric) {
    this.metric = metric;
    this.box = make("input", { type: "checkbox", value: metric.name });
    this.fields = Object.entries(metric.parameters).map(([name, usual]) => ({
      name,
      usual,
      input: field(metric.choices[name], usual),
    }));
    const label = make("label", {}, this.box, make("b", {}, metric.name), " ");
    label.append(make("span", {}, metric.summary));
    this.element = make("div", { className: "metric" }, label);
    if (this.fields.length) this.element.append(this.#parameters());
  }

  #parameters() {
    const fold = make("details", {}, make("summary", {}, "Parameters"));
    fold.firstChild.append(make("span", { className: "hidden" }, ` of ${this.metric.name}`));
    for (const { name, input } of this.fields) {
      input.id = `${this.metric.name}-${name}`;
      const label = make("label", { htmlFor: input.id }, name);
      fold.append(make("span", { className: "parameter" }, label, input));
    }
    // Whoever sets a parameter wants the metric.
    fold.addEventListener("change", () => (this.box.checked ||= !this.box.disabled));
    return fold;
  }

  choose(specs) {
    const spec = specs.findLast((each) => nameOfMetric(each) === this.metric.name);
    this.box.checked = spec !== undefined;
    const values = readSpec(spec ?? "")[1];
    for (const { name, usual, input } of this.fields) input.value = values.get(name) ?? usual;
  }

  get spec() {
    const changed = this.fields
      .filter(({ usual, input }) => input.value.trim() && input.value.trim() !== usual)
      .map(({ name, input }) => `${name}=${input.value.trim()}`);
    return [this.metric.name, changed.join(",")].filter(Boolean).join(":");
  }
}

function field(choices, usual) {
  if (!choices) return make("input", { value: usual, size: Math.max(usual.length, 4) });
  return make("select", {}, ...choices.map((value) => make("option", { value }, value)));
}

/** Fill the form; returns a function that reads it. */
export async function showSettings(state, changed) {
  const [languages, metrics] = await Promise.all(
    ["/api/languages", "/api/metrics"].map((address) => fetchJson(address)),
  );
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const options = languages.map(({ lang }) =>
    make("option", { value: lang, selected: lang === state.lang }, names.of(lang)),
  );
  byId("language").replaceChildren(...options);
  const chosenLanguage = () => languages.find(({ lang }) => lang === byId("language").value);

  const lines = metrics.map((metric) => new MetricLine(metric));
  byId("metric-list").replaceChildren(...lines.map(({ element }) => element));
  const choose = (specs) => lines.forEach((line) => line.choose(specs));
  const chosen = () =>
    lines
      .filter(({ box, metric }) => box.checked && works(language, metric))
      .map(({ spec }) => spec);
  const possible = (wanted) =>
    lines
      .filter(({ metric }) => wanted.includes(metric.name) && works(language, metric))
      .map(({ metric }) => metric.name);

  function read() {
    byId("no-parser").hidden = language.parser;
    lines.forEach(({ box, metric }) => (box.disabled = !works(language, metric)));
    byId("chosen-metrics").textContent = chosen().join(", ") || "none";
    return { lang: language.lang, metrics: chosen() };
  }

  let language = chosenLanguage();
  choose(state.metrics ?? language.metrics);
  byId("language").addEventListener("change", () => {
    const before = chosen();
    const usual = String(before) === String(possible(language.metrics));
    language = chosenLanguage();
    const gone = before.length && !chosen().length;
    if (usual || gone) choose(language.metrics); // any other choice is the visitor's own
  });
  byId("settings").addEventListener("change", changed);
  byId("settings").addEventListener("submit", (event) => event.preventDefault());
  return read;
}
