// Drawings of parse trees; compare.js, loaded after this, adds what two sentences share.
//
// Text is data: it becomes text nodes and nothing else. A drawing belongs in a box of the class
// "drawing", which scrolls; frames.js, loaded next, makes it fit. Its parts tell whose they are:
// data-token, data-arc (the dependent's number), data-node; the class "focused" singles some of
// them out, and data-root says how far from the left the root is.

globalThis.treescore = (() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  const MOST_WORDS = 200;
  const MOST_NODES = 2000;
  const MOST_LETTERS = 28;
  const REPLACEMENT = "\ufffd";
  // What trees.css sets, and what widths are measured with. Matched or not, words take the same
  // room, so that a change of marks moves nothing.
  const WORD = "600 15px system-ui, sans-serif";
  const LABEL = "500 12px system-ui, sans-serif";
  const MARGIN = 16;
  const GAP = 16; // between words
  const LINE = 18; // from a word to its tag
  const ARROW = 7;
  const ARCS_HEIGHT = 440; // beyond that, levels move closer
  const PORT = 9; // between the ends of arcs at one word
  const ROW = 36; // from a constituent to the one above
  const PILL = 22;

  const pen = document.createElement("canvas").getContext("2d");

  function measure(text, font) {
    pen.font = font;
    return pen.measureText(text).width;
  }

  /** The text with what acts on a screen made visible: controls, and marks that turn directions. */
  function printable(text) {
    return text
      .replace(/[\0-\x08\x0b-\x1f]/g, (mark) => String.fromCharCode(0x2400 + mark.charCodeAt(0)))
      .replace(/\x7f/g, "\u2421")
      .replace(/[\x80-\x9f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, REPLACEMENT);
  }

  /** As much of a word or a label as a drawing has room for. */
  function short(text) {
    const letters = [...printable(text)];
    return letters.length > MOST_LETTERS
      ? letters.slice(0, MOST_LETTERS - 1).join("") + "…"
      : letters.join("");
  }

  function add(parent, name, attributes, text = "") {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    parent.append(element);
    return element;
  }

  /** Text that is whole when pointed at. */
  function write(parent, attributes, text) {
    const element = add(parent, "text", attributes, short(text));
    if (element.textContent !== printable(text)) add(element, "title", {}, printable(text));
    return element;
  }

  function canvas(kind, told, words, width, height) {
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    const box = `0 0 ${size.width} ${size.height}`;
    const svg = document.createElementNS(SVG, "svg");
    for (const [key, value] of Object.entries({ ...size, viewBox: box, role: "img" }))
      svg.setAttribute(key, value);
    svg.setAttribute("class", `tree ${kind}`);
    const cut = words.length > MOST_WORDS;
    const text = printable(words.slice(0, MOST_WORDS).join(" ")) + (cut ? " …" : "");
    add(svg, "title", {}, `${told}: ${text}`);
    if (cut) {
      const note = `The first ${MOST_WORDS} of ${words.length} words are drawn.`;
      add(svg, "text", { class: "cut", x: MARGIN, y: size.height - 10 }, note);
    }
    return svg;
  }

  const CUT = 24; // the line for that note

  /** How a thing is drawn: matched, in part, or not; or as what nobody looked at. */
  function kind(marks, number) {
    if (marks === null) return "plain";
    return marks.get(number) ?? "miss";
  }

  /** For every number that matched how far; null if nobody looked. */
  function howFar(numbers, half = []) {
    if (numbers === null) return null;
    const marks = new Map(numbers.map((number) => [number, "match"]));
    for (const number of half) marks.set(number, "half");
    return marks;
  }

  function tell(marks, total, things) {
    if (marks === null) return "";
    const half = [...marks.values()].filter((kind) => kind === "half").length;
    const partly = half ? `, ${half} of them in part` : "";
    return `, ${marks.size} of ${total} ${things} matched${partly}`;
  }

  function drawWord(parent, sentence, token, tokens, x, y) {
    const names = `token ${kind(tokens, token)}`;
    const group = add(parent, "g", { class: names, "data-token": token });
    write(group, { class: "word", x, y }, sentence.words[token]);
    return group;
  }

  // ---- Dependencies

  /** Arcs above the words: heavy where matched, dashed where not, thin if none was looked at. */
  function drawDependencies(sentence, marks) {
    const size = Math.min(sentence.words.length, MOST_WORDS);
    const arcs = sentence.heads
      .slice(0, size)
      .map((head, dependent) => ({ head, dependent, label: sentence.relations[dependent] }))
      .filter(({ head }) => head < size);
    setLevels(arcs, size);
    const widths = wordWidths(sentence, size);
    const centres = wordCentres(widths, arcs);
    setPorts(arcs, centres, widths);
    const levels = Math.max(0, ...arcs.map((arc) => arc.level));
    const step = Math.min(28, ARCS_HEIGHT / levels);
    const base = MARGIN + 10 + step * levels;
    const right = size ? centres[size - 1] + widths[size - 1] / 2 : 0;
    const cut = sentence.words.length > MOST_WORDS ? CUT : 0;
    const matched = howFar(marks.arcs, marks.half_arcs);
    const told = `Dependency tree${tell(matched, sentence.heads.length, "arcs")}`;
    const height = base + 2 * LINE + MARGIN + cut;
    const svg = canvas("dependencies", told, sentence.words, Math.max(right + MARGIN, 280), height);
    svg.dataset.root = arcs.find(isRoot)?.to ?? 0;
    const lines = add(svg, "g", {});
    // Heavy over dashed, and names over all lines.
    for (const chosen of ["plain", "miss", "half", "match"])
      for (const arc of arcs.filter(({ dependent }) => kind(matched, dependent) === chosen))
        drawArc(lines, arc, base, base - step * arc.level, chosen);
    for (const arc of arcs) {
      const place = { x: (arc.from + arc.to) / 2, y: base - step * arc.level + 4 };
      const names = `relation ${kind(matched, arc.dependent)}`;
      write(svg, { class: names, "data-arc": arc.dependent, ...place }, arc.label);
    }
    const tokens = howFar(marks.tokens, marks.half_tokens);
    centres.forEach((x, token) => {
      const group = drawWord(svg, sentence, token, tokens, x, base + LINE);
      write(group, { class: "tag", x, y: base + 2 * LINE }, sentence.tags[token]);
    });
    return svg;
  }

  /** The room of words: for themselves, their tags and, over a root, the name of its arc. */
  function wordWidths({ words, heads, relations, tags }, size) {
    return words.slice(0, size).map((word, i) => {
      const name = heads[i] < 0 ? measure(short(relations[i]), LABEL) : 0;
      return Math.max(14, measure(short(word), WORD), measure(short(tags[i]), LABEL), name);
    });
  }

  const isRoot = (arc) => arc.head < 0;
  const first = (arc) => Math.min(arc.head, arc.dependent);
  const last = (arc) => Math.max(arc.head, arc.dependent);
  const byLength = (arcs) =>
    arcs.filter((arc) => !isRoot(arc)).sort((a, b) => last(a) - first(a) - last(b) + first(b));

  /** Each arc as low as those below it allow. */
  function setLevels(arcs, size) {
    const heights = new Array(size).fill(0); // between a word and the next
    for (const arc of byLength(arcs)) {
      arc.level = 1 + Math.max(...heights.slice(first(arc), last(arc)));
      heights.fill(arc.level, first(arc), last(arc));
    }
    for (const arc of arcs.filter(isRoot))
      arc.level = 1 + Math.max(heights[arc.dependent - 1] ?? 0, heights[arc.dependent]);
  }

  /** Words side by side, moved apart where an arc is too short for its name. */
  function wordCentres(widths, arcs) {
    let left = MARGIN;
    const centres = widths.map((width) => (left += width + GAP) - GAP - width / 2);
    for (const arc of byLength(arcs)) {
      const room = centres[last(arc)] - centres[first(arc)] - 3 * PORT;
      const missing = measure(short(arc.label), LABEL) - room;
      if (missing > 0) for (let i = last(arc); i < centres.length; i++) centres[i] += missing;
    }
    return centres;
  }

  /** Where arcs start and end: side by side over a word, so that none crosses another there. */
  function setPorts(arcs, centres, widths) {
    const ends = centres.map(() => []);
    for (const arc of arcs) {
      const across = arc.head - arc.dependent;
      if (!isRoot(arc)) ends[arc.head].push({ arc, side: "from", across: -across });
      ends[arc.dependent].push({ arc, side: "to", across: isRoot(arc) ? Infinity : across });
    }
    ends.forEach((here, word) => {
      here.sort((a, b) => 1 / a.across - 1 / b.across); // to the left, short first; root; right
      const step = Math.min(PORT, widths[word] / here.length);
      here.forEach(({ arc, side }, i) => {
        arc[side] = centres[word] + (i - (here.length - 1) / 2) * step;
      });
    });
    for (const arc of arcs.filter(isRoot)) arc.from = arc.to;
  }

  function drawArc(parent, arc, base, top, style) {
    const { from, to } = arc;
    const bend = Math.sign(to - from) * Math.min(Math.abs(to - from) / 2, 10 + (base - top) / 6);
    const line = isRoot(arc)
      ? `M${to},${top}V${base - ARROW}`
      : `M${from},${base}Q${from},${top} ${from + bend},${top}H${to - bend}` +
        `Q${to},${top} ${to},${base - ARROW}`;
    const group = add(parent, "g", { class: `arc ${style}`, "data-arc": arc.dependent });
    add(group, "path", { class: "line", d: line });
    add(group, "path", { class: "head", d: `M${to},${base}l-4,-${ARROW + 1}h8z` });
  }

  // ---- Constituents

  /** The tree above the words; matched nodes are filled, the others have a dashed outline. */
  function drawConstituents(sentence, marks) {
    const { labels, parents, tokens } = sentence.constituents;
    const shown = shownNodes(sentence.constituents);
    const span = spans(sentence, shown);
    const rise = new Map(); // rows above the tags
    for (const node of [...shown].reverse()) {
      rise.set(node, rise.get(node) ?? 0);
      rise.set(parents[node], Math.max(rise.get(parents[node]) ?? 0, rise.get(node) + 1));
    }
    const base = MARGIN + PILL / 2 + ROW * ((rise.get(-1) ?? 1) - 1);
    const y = (node) => base - ROW * rise.get(node);
    const x = (node) => (span.get(node).left + span.get(node).right) / 2;
    const matched = howFar(marks.nodes);
    const words = howFar(marks.tokens, marks.half_tokens);
    const told = `Constituency tree${tell(matched, labels.length, "nodes")}`;
    const right = Math.max(0, ...shown.map((node) => span.get(node).right));
    const height = base + 2 * LINE + MARGIN + (sentence.words.length > MOST_WORDS ? CUT : 0);
    const svg = canvas("constituents", told, sentence.words, Math.max(right + MARGIN, 280), height);
    svg.dataset.root = shown.length ? x(shown[0]) : 0;
    const edges = add(svg, "g", {});
    for (const node of shown) {
      const above = parents[node];
      const [here, down, token] = [x(node), y(node), tokens[node]];
      if (above >= 0)
        add(edges, "path", { class: "edge", d: edge(x(above), y(above), here, down) });
      drawNode(svg, node, labels[node], kind(matched, node), here, down);
      if (token >= 0)
        drawWord(svg, sentence, token, words, here, base + 2 * LINE - 4);
    }
    return svg;
  }

  /** Nodes over the words that are drawn, in preorder. */
  function shownNodes({ parents, tokens }) {
    const shown = new Set();
    tokens.slice(0, MOST_NODES).forEach((token, leaf) => {
      if (token < 0 || token >= MOST_WORDS) return;
      for (let node = leaf; node >= 0 && !shown.has(node); node = parents[node]) shown.add(node);
    });
    return [...shown].sort((a, b) => a - b);
  }

  /** From where to where each node reaches: all of its words, and room for its label. */
  function spans(sentence, shown) {
    const { labels, parents, tokens } = sentence.constituents;
    const room = new Map(); // each node's width: its label's, its word's or that of all below it
    const below = new Map(shown.map((node) => [node, []]));
    for (const node of [...shown].reverse()) {
      const children = below.get(node).reduce((sum, child) => sum + room.get(child), 0);
      const own = tokens[node] < 0 ? 0 : measure(short(sentence.words[tokens[node]]), WORD) + GAP;
      room.set(node, Math.max(children, own, pillWidth(labels[node]) + GAP / 2));
      below.get(parents[node])?.unshift(node);
    }
    const span = new Map();
    let next = MARGIN; // where the next root begins
    for (const node of shown) {
      if (!span.has(node)) {
        span.set(node, { left: next, right: next + room.get(node) });
        next += room.get(node);
      }
      const all = below.get(node).reduce((sum, child) => sum + room.get(child), 0);
      let left = (span.get(node).left + span.get(node).right - all) / 2;
      for (const child of below.get(node)) {
        span.set(child, { left, right: left + room.get(child) });
        left += room.get(child);
      }
    }
    return span;
  }

  const pillWidth = (label) => Math.max(PILL, measure(short(label), LABEL) + 14);

  /** Across just below the upper node, then straight down: so it crosses nothing. */
  function edge(x1, y1, x2, y2) {
    const turn = y1 + ROW / 2;
    const bend = Math.sign(x2 - x1) * Math.min(6, Math.abs(x2 - x1));
    return `M${x1},${y1}V${turn}H${x2 - bend}Q${x2},${turn} ${x2},${turn + 6}V${y2}`;
  }

  function drawNode(parent, node, label, kind, x, y) {
    const group = add(parent, "g", { class: `node ${kind}`, "data-node": node });
    const width = pillWidth(label);
    const box = { x: x - width / 2, y: y - PILL / 2, width, height: PILL, rx: PILL / 2 };
    add(group, "rect", box);
    write(group, { class: "label", x, y: y + 4 }, label);
  }

  return { printable, drawDependencies, drawConstituents };
})();
