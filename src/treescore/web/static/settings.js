// The language and the metrics, which sentences and files share.

import { byId, fetchJson, make } from "./dom.js";

export const INCOMPLETE = "Give a reference and a translation, and choose a metric.";

/** Fill the form; returns a function that reads it. */
export async function showSettings(state, changed) {
  const [languages, metrics] = await Promise.all(
    ["/api/languages", "/api/metrics"].map((address) => fetchJson(address)),
  );
  const parsed = languages.length > 0;
  byId("no-parser").hidden = parsed;
  if (!parsed) languages.push({ lang: "en" });
  state.metrics ??= metrics.filter((metric) => metric.default).map(({ name }) => name);
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const options = languages.map(({ lang }) =>
    make("option", { value: lang, selected: lang === state.lang }, names.of(lang)),
  );
  byId("language").replaceChildren(...options);
  const boxes = metrics.map(({ name }) =>
    make("input", { type: "checkbox", value: name, checked: state.metrics.includes(name) }),
  );
  const lines = metrics.map(({ name, summary }, i) =>
    make("label", {}, boxes[i], make("b", {}, name), " ", make("span", {}, summary)),
  );
  byId("metric-list").replaceChildren(...lines);

  function read() {
    boxes.forEach((box, i) => {
      box.disabled = !parsed && metrics[i].reads !== "text";
    });
    const chosen = boxes.filter((box) => box.checked && !box.disabled).map((box) => box.value);
    byId("chosen-metrics").textContent = chosen.join(", ") || "none";
    return { lang: byId("language").value, metrics: chosen };
  }

  byId("settings").addEventListener("change", changed);
  byId("settings").addEventListener("submit", (event) => event.preventDefault());
  return read;
}
