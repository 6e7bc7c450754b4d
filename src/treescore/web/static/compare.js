// What two sentences share, for the pages that show them side by side; trees.js comes first.

(() => {
  "use strict";

  const MOST_CELLS = 10_000_000; // of the table behind a word difference: 3,000 by 3,000 words

  const MOST_PAIRS = 1000; // of equal words, or of equal nodes, that are compared with each other
  const LABELLED = ["dpm", "bdpm", "edpm"];
  const ARCS = ["hwcm", "dstm", "dtkm", "cesm", "sepia", "sdpm"];
  const NODES = ["stm", "tkm"];

  /** What two sentences share, of what a metric looks at: words, arcs and nodes, and which of them
   * are shared in part only. Without a metric, all there is.
   *
   * A metric may count more finely: longer chains, larger subtrees, words that are alike. What is
   * marked here is what such things are made of.
   */
  function compareTrees(hypothesis, reference, metric = "") {
    const name = metric.split(":")[0];
    const words = pairs(hypothesis.words, reference.words, likeWords(hypothesis, reference));
    const marks = [{}, {}];
    const set = (key, found) => marks.forEach((side, i) => (side[key] = found && sorted(found, i)));
    set("tokens", NODES.includes(name) ? null : words);
    set("arcs", null);
    set("nodes", null);
    if (!name || ARCS.includes(name) || LABELLED.includes(name)) {
      const arcs = pairArcs(hypothesis, reference, words, LABELLED.includes(name));
      marks.forEach((side, i) => Object.assign(side, arcs[i]));
    }
    if (!name || NODES.includes(name)) set("nodes", pairNodes(hypothesis, reference));
    return { hypothesis: marks[0], reference: marks[1] };
  }

  const sorted = (found, side) => found.map((pair) => pair[side]).sort((a, b) => a - b);

  /** Pairs of places with equal keys, each place in one at most, the likest first. */
  function pairs(keys, others, likeness) {
    const there = placesOf(others);
    const found = [];
    for (const [key, mine] of placesOf(keys)) {
      const theirs = there.get(key) ?? [];
      const many = mine.length * theirs.length > MOST_PAIRS;
      const all = many
        ? range(Math.min(mine.length, theirs.length)).map((i) => [mine[i], theirs[i]])
        : mine.flatMap((i) => theirs.map((j) => [i, j, likeness(i, j)]));
      if (!many) all.sort((one, two) => two[2] - one[2]);
      const taken = [new Set(), new Set()];
      for (const [i, j] of all)
        if (!taken[0].has(i) && !taken[1].has(j)) {
          taken[0].add(i);
          taken[1].add(j);
          found.push([i, j]);
        }
    }
    return found;
  }

  function placesOf(keys) {
    const places = new Map();
    keys.forEach((key, place) => {
      if (!places.has(key)) places.set(key, []);
      places.get(key).push(place);
    });
    return places;
  }

  /** How likely one of equal words stands for the other: by heads, relations, neighbours, place. */
  function likeWords(one, two) {
    const head = ({ words, heads }, word) => words[heads?.[word]];
    const far = Math.max(one.words.length, two.words.length);
    return (i, j) =>
      2 * (head(one, i) === head(two, j)) +
      (one.relations?.[i] === two.relations?.[j]) +
      (one.words[i - 1] === two.words[j - 1]) +
      (one.words[i + 1] === two.words[j + 1]) -
      Math.abs(i - j) / far;
  }

  /** For both sides the arcs that the other has, too: by their two words, or, labelled, by their
   * label and either word; and those of which it has one of these patterns only.
   */
  function pairArcs(one, two, words, labelled) {
    if (!one.heads || !two.heads) return [one, two].map(() => ({ arcs: [], half_arcs: [] }));
    const paired = new Set(words.map(String));
    const above = (side, i) => side.heads[i];
    const same = (i, j) =>
      paired.has(String([i, j])) +
      paired.has(String([above(one, i), above(two, j)])) +
      (one.relations[i] === two.relations[j]) -
      Math.abs(i - j) / one.heads.length;
    const key = (side, pattern) => side.heads.map((_, i) => JSON.stringify(pattern(side, i)));
    const word = (side, i) => side.words[i] ?? null;
    const patterns = labelled
      ? [
          (side, i) => [word(side, i), side.relations[i]],
          (side, i) => [side.relations[i], word(side, above(side, i))],
        ]
      : [(side, i) => [word(side, i), word(side, above(side, i))]];
    const found = patterns.map((pattern) => pairs(key(one, pattern), key(two, pattern), same));
    return [0, 1].map((side) => {
      const [first, last] = [found[0], found.at(-1)].map((all) => sorted(all, side));
      const arcs = [...new Set([...first, ...last])].sort((a, b) => a - b);
      return { arcs, half_arcs: arcs.filter((arc) => !first.includes(arc) || !last.includes(arc)) };
    });
  }

  /** Nodes with the same label over the same labels, or over the same word. */
  function pairNodes(one, two) {
    const [mine, theirs] = [one, two].map(nodeKeys);
    const like = (i, j) =>
      (mine.first[i] === theirs.first[j]) + (mine.last[i] === theirs.last[j]) - Math.abs(i - j) / 1e6;
    return pairs(mine.keys, theirs.keys, like);
  }

  /** What nodes must have in common, and the first and the last word under them. */
  function nodeKeys({ words, constituents }) {
    if (!constituents) return { keys: [], first: [], last: [] };
    const { labels, parents, tokens } = constituents;
    const below = labels.map(() => []);
    parents.forEach((parent, node) => below[parent]?.push(labels[node]));
    const first = [...tokens];
    const last = [...tokens];
    for (let node = labels.length - 1; node > 0; node--) {
      const above = parents[node];
      if (first[node] >= 0) first[above] = first[node];
      last[above] = Math.max(last[above], last[node]);
    }
    const key = (label, node) =>
      JSON.stringify([label, tokens[node] >= 0 ? words[tokens[node]] : below[node]]);
    const worded = (places) => places.map((token) => words[token]);
    return { keys: labels.map(key), first: worded(first), last: worded(last) };
  }

  // ---- Word difference

  /** What turns the hypothesis into the reference, with as many words kept as can be. */
  function wordDifference(hypothesis, reference) {
    let start = 0;
    const least = Math.min(hypothesis.length, reference.length);
    while (start < least && hypothesis[start] === reference[start]) start++;
    let end = 0;
    while (end < least - start && hypothesis.at(-1 - end) === reference.at(-1 - end)) end++;
    const here = hypothesis.slice(start, hypothesis.length - end);
    const there = reference.slice(start, reference.length - end);
    const pairs = [
      ...range(start).map((i) => [i, i]),
      ...commonWords(here, there).map(([i, j]) => [start + i, start + j]),
      ...range(end).map((i) => [start + here.length + i, start + there.length + i]),
    ];
    return steps(pairs, hypothesis.length, reference.length);
  }

  const range = (length) => Array.from({ length }, (_, i) => i);

  /** Places of a longest common subsequence; none where the table would be too large. */
  function commonWords(here, there) {
    if ((here.length + 1) * (there.length + 1) > MOST_CELLS) return [];
    const wide = there.length + 1;
    const longest = new Uint16Array((here.length + 1) * wide); // from word i and j to the ends
    for (let i = here.length; i--; )
      for (let j = there.length; j--; )
        longest[i * wide + j] =
          here[i] === there[j]
            ? longest[(i + 1) * wide + j + 1] + 1
            : Math.max(longest[(i + 1) * wide + j], longest[i * wide + j + 1]);
    const pairs = [];
    for (let i = 0, j = 0; i < here.length && j < there.length; )
      if (here[i] === there[j]) pairs.push([i++, j++]);
      else if (longest[(i + 1) * wide + j] >= longest[i * wide + j + 1]) i++;
      else j++;
    return pairs;
  }

  function steps(pairs, here, there) {
    const found = [];
    let [i, j] = [0, 0]; // what comes before is done
    for (const [nextI, nextJ] of [...pairs, [here, there]]) {
      if (nextI > i || nextJ > j) {
        const op = nextJ === j ? "delete" : nextI === i ? "insert" : "replace";
        found.push({ op, hypothesis: [i, nextI], reference: [j, nextJ] });
      }
      [i, j] = [nextI + 1, nextJ + 1];
      if (nextI === here) break;
      const before = found.at(-1);
      if (before?.op === "equal") [before.hypothesis[1], before.reference[1]] = [i, j];
      else found.push({ op: "equal", hypothesis: [nextI, i], reference: [nextJ, j] });
    }
    return found;
  }

  /** The difference as running text: <del> is in the hypothesis only, <ins> in the reference. */
  function renderDifference(hypothesis, reference) {
    const paragraph = document.createElement("p");
    paragraph.className = "difference";
    paragraph.dir = "auto";
    const say = (name, words, [from, to], title) => {
      if (from === to) return;
      const run = document.createElement(name);
      run.textContent = treescore.printable(words.slice(from, to).join(" "));
      run.dir = "auto";
      if (title) run.title = title;
      paragraph.append(run, " ");
    };
    for (const step of wordDifference(hypothesis, reference)) {
      if (step.op === "equal") say("span", hypothesis, step.hypothesis, "");
      else {
        say("del", hypothesis, step.hypothesis, "only in the translation");
        say("ins", reference, step.reference, "only in the reference");
      }
    }
    return paragraph;
  }

  Object.assign(treescore, { compareTrees, wordDifference, renderDifference });
})();
