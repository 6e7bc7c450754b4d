// The data of a report as they come packed in its page, and how they are shown.

(() => {
  "use strict";

  /** What gzip and base64 hold: the data of all segments. */
  async function unpackData(base64) {
    const text = atob(base64.trim());
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(unzipped).json();
  }

  /** A sentence with its trees, or without `heads` and `constituents` where it has none. */
  function unpackSentence(data, number) {
    const { t: text, w: words, h: heads, r, g, c } = data.sentences[number];
    const names = (numbers) => numbers.map((name) => data.names[name]);
    const sentence = { text, words: words || heads?.length ? words.split(" ") : [] };
    if (heads) Object.assign(sentence, { heads, relations: names(r), tags: names(g) });
    return { ...sentence, constituents: c ? unpackConstituents(c, data.names) : null };
  }

  /** Brackets as nodes in preorder. */
  function unpackConstituents(brackets, names) {
    const [labels, parents, tokens] = [[], [], []];
    const open = [-1];
    let token = 0;
    for (let i = 0; i < brackets.length; i++) {
      if (brackets[i] === -1) {
        open.pop();
        continue;
      }
      const leaf = brackets[i] === -2;
      parents.push(open.at(-1));
      if (!leaf) open.push(labels.length);
      tokens.push(leaf ? token++ : -1);
      labels.push(names[leaf ? brackets[++i] : brackets[i]]);
    }
    return { labels, parents, tokens };
  }

  const textOf = ({ t, w }) => t ?? w;

  const FIELDS = 7; // of an error

  /** The errors of a translation, and the number of the reference that they were found against. */
  function unpackErrors(data, system, segment) {
    const packed = data.errors?.[system][segment] ?? [];
    const errors = [];
    for (let i = 1; i < packed.length; i += FIELDS) {
      const [type, start, length, refStart, refLength, weight, doubtful] = packed.slice(i, i + FIELDS);
      errors.push({
        type: data.types[type],
        place: [start, start + length],
        reference: [refStart, refStart + refLength],
        weight: weight / 100,
        doubtful: doubtful === 1,
      });
    }
    return { reference: packed[0] ?? 0, errors };
  }

  /** Whether an error is of a type: missing:subject is a missing, too. */
  const isOf = (type, wanted) => type === wanted || type.startsWith(`${wanted}:`);

  /** An element; strings become text, with what would act on a screen made visible. */
  function make(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(
      ...children.map((child) => (typeof child === "string" ? treescore.printable(child) : child)),
    );
    return element;
  }

  /** A box that scrolls by itself, with the keyboard, too. */
  function scrolling(className, label, content) {
    return make("div", { className, tabIndex: 0, role: "region", ariaLabel: label }, content);
  }

  const written = (score, digits) =>
    Number.isFinite(score) ? score.toFixed(digits).replace("-", "−") : "n/a";

  /** The cells of some systems' scores, the best of them marked: those that read as the best. */
  function scoreCells(scores, { higher, digits }) {
    const known = scores.filter(Number.isFinite);
    const best = written(higher ? Math.max(...known) : Math.min(...known), digits);
    return scores.map((score) => {
      const number = written(score, digits);
      const marked = scores.length > 1 && Number.isFinite(score) && number === best;
      const cell = make("td", { className: marked ? "score best" : "score" }, number);
      cell.dataset.value = score;
      return cell;
    });
  }

  const exported = { unpackData, unpackSentence, unpackErrors, isOf, textOf };
  Object.assign(treescore, exported, { make, scrolling, written, scoreCells });
})();
