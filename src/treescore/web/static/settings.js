// The language and the metrics, which sentences and files share.

import { byId, fetchJson, make } from "./dom.js";

export const INCOMPLETE = "Give a reference and a translation, and choose a metric.";

const nameOf = ({ name }) => name;

/** Whether a metric can be used in a language. */
const works = ({ lang, parser }, { reads, only_language: only }) =>
  (parser || reads === "text") && (only ?? lang) === lang;

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

  const boxes = metrics.map(({ name }) => make("input", { type: "checkbox", value: name }));
  const lines = metrics.map(({ name, summary }, i) =>
    make("label", {}, boxes[i], make("b", {}, name), " ", make("span", {}, summary)),
  );
  byId("metric-list").replaceChildren(...lines);
  const tick = (wanted) => boxes.forEach((box) => (box.checked = wanted.includes(box.value)));
  const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const possible = (wanted) =>
    metrics.filter((each) => wanted.includes(each.name) && works(language, each)).map(nameOf);

  function read() {
    byId("no-parser").hidden = language.parser;
    boxes.forEach((box, i) => (box.disabled = !works(language, metrics[i])));
    const chosen = possible(ticked());
    byId("chosen-metrics").textContent = chosen.join(", ") || "none";
    return { lang: language.lang, metrics: chosen };
  }

  let language = chosenLanguage();
  tick(state.metrics ?? language.metrics);
  byId("language").addEventListener("change", () => {
    const before = possible(ticked());
    const usual = String(before) === String(possible(language.metrics));
    language = chosenLanguage();
    const gone = before.length && !possible(ticked()).length;
    if (usual || gone) tick(language.metrics); // any other choice is the visitor's own
  });
  byId("settings").addEventListener("change", changed);
  byId("settings").addEventListener("submit", (event) => event.preventDefault());
  return read;
}
