// What the score of a segment is made of: first what did not match, then all kinds of patterns.

(() => {
  "use strict";

  const { make, scrolling } = treescore;
  const MOST = 12; // misses that a line names
  const NOTE =
    "How many patterns of each kind matched, out of those in the translation; those that lack " +
    "most come first. A share, like 0.79, is the mean likeness of patterns.";

  /** What a page needs to know of the parts of one output's score. */
  function partsOf({ parts }, metric, system, segment) {
    const { kinds, numbers } = parts?.[metric] ?? { kinds: [] };
    let place = 0;
    return kinds.map(([name, hasMade, hasKnown]) => {
      const next = () => numbers[system][segment][place++];
      const matched = next();
      const made = hasMade ? next() : null;
      const known = hasKnown ? next() : null;
      return { name, matched, made, known, lacks: 1 - matched / (Math.max(made ?? 1, known ?? 0) || 1) };
    });
  }

  /** For every translation what it lacks and what it has too much, then the table of parts. */
  function showParts(data, metric, segment, sides, reference, compared) {
    const lists = sides.map((side, place) => {
      const marks = compared[place];
      const lines = [
        ...misses("only in the reference", reference, marks.reference),
        ...misses("only in the translation", side.sentence, marks.hypothesis),
      ];
      const name = make("h4", { dir: "auto" }, side.letter ? `${side.letter}: ${side.name}` : side.name);
      const list = make("ul", { className: "misses" }, ...lines);
      return make("div", { className: "card" }, name, lines.length ? list : "Nothing is missing.");
    });
    const columns = sides.map(({ system }) => partsOf(data, metric, system, segment));
    const cards = make("div", { className: "cards" }, ...lists);
    if (!columns[0].length) return [cards];
    return [cards, table(data.metrics[metric].name, sides, columns), make("p", { className: "note" }, NOTE)];
  }

  /** The words, arcs and constituents that are not marked as matched, as far as a metric looks. */
  function misses(where, sentence, marks) {
    const { words, heads, relations, constituents } = sentence;
    const rest = (things, all) => (things ? all.map((_, i) => i).filter((i) => !things.includes(i)) : []);
    const arc = (i) => `${words[heads[i]] ?? "ROOT"} → ${words[i]} (${relations[i]})`;
    return [
      ["Words", rest(marks.tokens, words).map((i) => words[i])],
      ["Arcs", heads ? rest(marks.arcs, heads).map(arc) : []],
      ["Constituents", constituents ? rest(marks.nodes, constituents.labels).flatMap((i) => rule(constituents, i)) : []],
    ]
      .filter(([, found]) => found.length)
      .map(([name, found]) => {
        const more = found.length > MOST ? ` · ${found.length - MOST} more` : "";
        const told = make("span", { dir: "auto" }, found.slice(0, MOST).join(" · ") + more);
        return make("li", {}, make("b", {}, `${name} ${where}: `), told);
      });
  }

  /** A constituent and what it is made of: NP → DT NN; nothing of a tag alone. */
  function rule({ labels, parents }, node) {
    const below = labels.filter((_, child) => parents[child] === node);
    return below.length ? [`${labels[node]} → ${below.join(" ")}`] : [];
  }

  function table(metric, sides, columns) {
    const order = columns[0].map((_, i) => i).sort((a, b) => columns[0][b].lacks - columns[0][a].lacks);
    const rows = order.map((i) =>
      make("tr", {}, make("th", { scope: "row" }, columns[0][i].name), ...columns.map((parts) => cell(parts[i]))),
    );
    const names = [`part of ${metric}`, ...sides.map(({ letter, name }) => (letter ? `${letter}: ${name}` : name))];
    const head = names.map((name) => make("th", { scope: "col", dir: "auto" }, name));
    const body = [make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)];
    return scrolling("wide", "Parts of the score", make("table", { className: "scores", id: "parts" }, ...body));
  }

  function cell({ matched, made, known }) {
    if (made === null) return make("td", {}, matched.toFixed(2));
    const rest = known === null ? [] : [make("br"), make("small", { className: "interval" }, `${known} in the reference`)];
    return make("td", {}, `${matched} of ${made}`, ...rest);
  }

  treescore.showParts = showParts;
})();
