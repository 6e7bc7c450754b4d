// The API as the server describes it: every request with its fields, an example and a command.

import { byId, fetchJson, make } from "./dom.js";

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A schema in the place of a reference to one. */
function resolve(schema, api) {
  const name = schema.$ref?.split("/").at(-1);
  return name ? api.components.schemas[name] : schema;
}

function typeOf(schema, api) {
  const { type, items, additionalProperties, format, contentMediaType } = resolve(schema, api);
  if (type === "array") return `list of ${typeOf(items, api)}`;
  if (type === "object") return `object of ${typeOf(additionalProperties, api)}`;
  if (format === "binary" || contentMediaType) return "file";
  return { string: "text", integer: "whole number", number: "number" }[type] ?? "anything";
}

/** How much there may be, from the outside in. */
function limitsOf({ maxItems, maxProperties, maxLength, items, additionalProperties }) {
  const entries = maxItems ?? maxProperties;
  const inner = items ?? additionalProperties;
  return [
    ...(entries ? [`at most ${entries} entries`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(inner ? limitsOf(inner) : []),
  ];
}

/** Text in which backquotes surround code. */
const prose = (text) => text.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));

function fieldRow(name, schema, required, api) {
  const usual = schema.default === undefined ? "" : JSON.stringify(schema.default);
  const limits = limitsOf(schema).join(", each ");
  const about = [schema.description, limits && `(${limits})`].filter(Boolean).join(" ");
  const cells = [typeOf(schema, api), required ? "required" : usual, about];
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, make("code", {}, name)),
    ...cells.map((cell) => make("td", {}, ...prose(cell))),
  );
}

function fieldsTable(schema, api) {
  const rows = Object.entries(schema.properties).map(([name, each]) =>
    fieldRow(name, each, schema.required?.includes(name), api),
  );
  const names = ["Field", "Type", "If left out", ""];
  const head = make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)));
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
  return make("div", { className: "wide" }, table);
}

const exampleOf = (schema) =>
  Object.fromEntries(
    Object.entries(schema.properties).map(([name, { examples, default: usual }]) => [
      name,
      examples?.[0] ?? usual,
    ]),
  );

/** A command that sends the example. */
function command(path, body, schema) {
  const address = quoted(location.origin + path);
  if (!body) return `curl ${address}`;
  if (body["application/json"]) {
    const data = quoted(JSON.stringify(exampleOf(schema)));
    return `curl ${address} -H 'Content-Type: application/json' -d ${data}`;
  }
  const fields = Object.entries(schema.properties).flatMap(([name, each]) =>
    [each.default ?? `@${name}.txt`].flat().map((value) => `-F ${name}=${value}`),
  );
  return `curl -N ${address} ${fields.join(" ")}`;
}

function operation(path, method, about, api) {
  const body = about.requestBody?.content;
  const schema = body && resolve(Object.values(body)[0].schema, api);
  const answers = Object.entries(about.responses).map(([status, { description }]) =>
    make("li", {}, make("code", {}, status), ` ${description}`),
  );
  return make(
    "section",
    {},
    make("h2", {}, `${about.summary}: `, make("code", {}, `${method.toUpperCase()} ${path}`)),
    make("p", {}, ...prose(about.description)),
    ...(schema ? [fieldsTable(schema, api)] : []),
    make("h3", {}, "Example"),
    make("pre", { tabIndex: 0 }, command(path, body, schema)),
    make("h3", {}, "Answers"),
    make("ul", {}, ...answers),
  );
}

try {
  const api = await fetchJson("/api/openapi.json");
  const all = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => operation(path, method, about, api)),
  );
  byId("operations").replaceChildren(...all);
} catch (error) {
  byId("operations").textContent = error.message;
}
