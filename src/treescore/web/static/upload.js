// Files become a report: progress comes line by line, the report last, and is shown from memory.

import { byId, gone, Problem, say, send } from "./dom.js";
import { NO_METRIC } from "./settings.js";

let request;
let address;

/** Let the form send its files, with the language and the metrics chosen above. */
export function prepareUpload(readSettings) {
  byId("upload").addEventListener("submit", (event) => {
    event.preventDefault();
    makeReport(readSettings());
  });
  byId("cancel").addEventListener("click", () => request.abort());
}

async function makeReport({ lang, metrics }) {
  byId("report").hidden = true;
  say(byId("upload-notes"), []);
  if (!metrics.length) return tell(NO_METRIC);
  const form = new FormData(byId("upload"));
  if (!form.get("source").name) form.delete("source");
  form.set("lang", lang);
  for (const metric of metrics) form.append("metrics", metric);
  request = new AbortController();
  busy(true);
  tell("The files are on their way …");
  try {
    const options = { method: "POST", body: form, signal: request.signal };
    const answer = await send("/api/report", options);
    for await (const line of jsonLines(answer.body)) receive(line);
  } catch (error) {
    tell(...(request.signal.aborted ? ["Cancelled."] : (error.messages ?? [error.message])));
  } finally {
    busy(false);
  }
}

/** The objects of a stream, one a line. */
async function* jsonLines(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch(gone);
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

function receive({ done, total, report, notes, error, also }) {
  if (error) throw new Problem(error, also);
  if (report) return show(report, notes);
  const bar = byId("progress");
  if (total) Object.assign(bar, { max: total, value: done });
  tell(total ? `${done} of ${total} segments` : `${done} segments`);
}

function show(report, notes) {
  say(byId("upload-notes"), notes);
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([report], { type: "text/html;charset=utf-8" }));
  byId("open-report").href = byId("save-report").href = address;
  byId("report").hidden = false;
  byId("open-report").focus();
  tell("The report is ready.");
}

function busy(is) {
  const submit = byId("upload").querySelector("[type=submit]");
  const unfocused = [document.body, byId("cancel")].includes(document.activeElement);
  submit.disabled = is;
  byId("cancel").hidden = byId("progress").hidden = !is;
  byId("progress").removeAttribute("value");
  if (unfocused) submit.focus(); // what is hidden or disabled loses the focus
}

function tell(...messages) {
  say(byId("upload-status"), messages);
}
