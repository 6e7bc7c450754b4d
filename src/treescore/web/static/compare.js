// What two sentences share, for the pages that show them side by side; trees.js comes first.

(() => {
  "use strict";

  const MOST_CELLS = 10_000_000; // of the table behind a word difference: 3,000 by 3,000 words

  /** What two sentences share: the same words, arcs of the same words, and the same productions. */
  function compareTrees(hypothesis, reference) {
    const marks = [hypothesis, reference].map(() => ({ tokens: [], arcs: [], nodes: [] }));
    for (const [part, keys] of [["tokens", wordKeys], ["arcs", arcKeys], ["nodes", nodeKeys]]) {
      const here = keys(hypothesis);
      const there = keys(reference);
      marks[0][part] = shared(here, there);
      marks[1][part] = shared(there, here);
    }
    return { hypothesis: marks[0], reference: marks[1] };
  }

  /** The places of keys that the others have, too, each as often as they have it.
   *
   * A key is a list: what must be the same, then what is better the same. Those with a partner that
   * is the same in all come first.
   */
  function shared(keys, others) {
    const exact = countAll(others.map(String));
    const left = countAll(others.map(([key]) => key));
    const chosen = new Set();
    keys.forEach((key, place) => take(exact, String(key)) && take(left, key[0]) && chosen.add(place));
    keys.forEach(([key], place) => !chosen.has(place) && take(left, key) && chosen.add(place));
    return [...chosen].sort((a, b) => a - b);
  }

  function countAll(keys) {
    const counts = new Map();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  }

  /** Use up one of what is left. */
  function take(left, key) {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  }

  /** Words, and the words before them. */
  const wordKeys = ({ words }) => words.map((word, i) => [word, i ? words[i - 1] : ""]);

  /** The two words of arcs, and their relations. */
  const arcKeys = ({ words, heads = [], relations }) =>
    heads.map((head, dependent) => [
      JSON.stringify([words[dependent], words[head] ?? null]),
      relations[dependent],
    ]);

  /** Labels over labels, or over a word; and the first and the last word under them. */
  function nodeKeys({ words, constituents }) {
    if (!constituents) return [];
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
    return labels.map((label, node) => [
      JSON.stringify([label, tokens[node] >= 0 ? words[tokens[node]] : below[node]]),
      JSON.stringify([words[first[node]], words[last[node]]]),
    ]);
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
