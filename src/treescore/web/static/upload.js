// Files become a report: progress comes line by line, the report last, and is shown from memory.

import { byId, reason } from "./dom.js";

let request;
let address;

/** Let the form send its files, with the language and the metrics chosen above. */
export function prepareUpload(readSettings) {
  byId("upload").addEventListener("submit", (event) => {
    event.preventDefault();
    send(readSettings());
  });
  byId("cancel").addEventListener("click", () => request.abort());
}

async function send({ lang, metrics }) {
  const form = new FormData(byId("upload"));
  form.set("lang", lang);
  for (const metric of metrics) form.append("metrics", metric);
  request = new AbortController();
  busy(true);
  byId("report").hidden = true;
  tell("The files are on their way …");
  try {
    const options = { method: "POST", body: form, signal: request.signal };
    const answer = await fetch("/api/report", options);
    if (!answer.ok) throw new Error((await answer.json()).error);
    for await (const line of jsonLines(answer.body)) receive(line);
  } catch (error) {
    tell(request.signal.aborted ? "Cancelled." : reason(error));
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
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

function receive({ done, total, report, error }) {
  if (error) throw new Error(error);
  if (report) return show(report);
  const bar = byId("progress");
  if (total) Object.assign(bar, { max: total, value: done });
  tell(total ? `${done} of ${total} segments` : `${done} segments`);
}

function show(report) {
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([report], { type: "text/html;charset=utf-8" }));
  byId("open-report").href = byId("save-report").href = address;
  byId("report").hidden = false;
  byId("open-report").focus();
  tell("The report is ready.");
}

function busy(is) {
  byId("upload").querySelector("[type=submit]").disabled = is;
  byId("cancel").hidden = byId("progress").hidden = !is;
  byId("progress").removeAttribute("value");
}

function tell(text) {
  byId("upload-status").textContent = treescore.printable(text);
}
