// Building elements. Text is data: it becomes text nodes and nothing else.

/** An element with properties, and children that are elements or texts. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A text from elsewhere: what would act on a screen is made visible, and its direction its own. */
export function told(text, name = "span") {
  return make(name, { dir: "auto", className: "text", textContent: treescore.printable(text) });
}

export const byId = (id) => document.getElementById(id);

/** A number as tables show it, with a minus as wide as a plus. */
export const shown = (number, digits) => number.toFixed(digits).replace("-", "\u2212");

/** Something that went wrong, and what else did. */
export class Problem extends Error {
  constructor(message, also = []) {
    super(message);
    this.messages = [message, ...also];
  }
}

/** What to throw where the connection failed. */
export function gone() {
  throw new Problem("The server does not answer: is it still running?");
}

/** The answer to a request; a problem becomes an error with the server's words. */
export async function send(address, options) {
  const answer = await fetch(address, options).catch(gone);
  if (answer.ok) return answer;
  const { error, also } = await answer.json();
  throw new Problem(error, also);
}

export const fetchJson = async (address, options) => (await send(address, options)).json();

/** Say some things, each in a paragraph of its own. */
export function say(element, messages) {
  element.replaceChildren(...messages.map((message) => told(message, "p")));
}
