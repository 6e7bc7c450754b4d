// One segment of a report: source, reference, and two translations A and B, with errors and trees.

(() => {
  "use strict";

  const { make, scrolling } = treescore;
  const FEW = 5; // systems whose scores are unfolded
  const ERRORS =
    "Wrong words are marked and numbered; a caret (‸) shows where words are missing, which are " +
    "marked in the reference. Dots stand under what is an error perhaps: likelier none, or another. " +
    "Point at an error of a list to see its places.";
  const DIFFERENCE =
    "Struck through on orange: only in the translation. Underlined on blue: only in the reference.";
  const DEPENDENCIES =
    "An arc leads from a word to one that depends on it. It is matched if the other sentence has " +
    "an arc between the same two words, and in part if only one of them is the same, with the " +
    "same relation, where the metric counts that. Underlined words stand in both sentences.";
  const CONSTITUENTS =
    "A constituent is matched if the other sentence has one of the same name with the same parts. " +
    "Underlined words stand in both sentences.";
  const NONE = -1; // no translation B

  treescore.SegmentPanel = class {
    #data;
    #body;
    #form;
    #segment = 0;
    #pair;
    #reference = null; // the reader's choice; else that of the errors of A
    #closed = new Set(); // what the reader has folded away
    #folds = new Map(); // what is shown and can be folded, by name

    /** `chooseMetric` is told what the reader chooses; `metric` is set from outside. */
    constructor(data, body, form, chooseMetric) {
      this.#data = data;
      this.#body = body;
      this.#form = form.elements;
      this.#pair = [0, data.systems.length > 1 ? 1 : NONE];
      this.metric = 0;
      this.type = ""; // of the errors that the list is filtered by
      if (data.errors) this.#closed.add("Word difference"); // which says less than they do
      if (data.systems.length > FEW) this.#closed.add("Scores of all systems");
      const fill = (select, names) =>
        select.append(...names.map((name, value) => make("option", { value }, name)));
      fill(this.#form.first, data.systems);
      this.#form.second.append(make("option", { value: NONE }, "–"));
      fill(this.#form.second, data.systems);
      fill(this.#form.metric, data.metrics.map(({ name }) => name));
      const several = data.systems.length > 1;
      this.#form.second.parentElement.hidden = !several;
      this.#form.metric.parentElement.hidden = data.metrics.length < 2;
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("input", ({ target }) => {
        const value = Number(target.value);
        if (target.name === "metric") chooseMetric(value);
        else if (target.name === "reference") this.#reference = value;
        else this.#choose(target.name === "first" ? 0 : 1, value);
        this.#show();
      });
    }

    /** From now on a system is A. */
    compare(system) {
      this.#choose(0, system);
    }

    /** A system takes a place; where it stood already, the one that it replaces stands now. */
    #choose(place, system) {
      const before = this.#pair[place];
      const other = 1 - place;
      if (system === this.#pair[other] && system !== NONE)
        this.#pair[other] = before === NONE ? (system + 1) % this.#data.systems.length : before;
      this.#pair[place] = system;
    }

    show(segment) {
      this.#segment = segment;
      this.#show();
    }

    get #references() {
      return this.#data.references[this.#segment];
    }

    /** What stands side by side: systems with their letters, texts, errors and trees. */
    get #sides() {
      const systems = this.#pair.filter((system) => system !== NONE);
      return systems.map((system, place) => {
        const number = this.#data.outputs[this.#segment][system];
        return {
          system,
          letter: systems.length > 1 ? "AB"[place] : "",
          name: this.#data.systems[system],
          text: treescore.textOf(this.#data.sentences[number]),
          sentence: treescore.unpackSentence(this.#data, number),
          ...treescore.unpackErrors(this.#data, system, this.#segment),
        };
      });
    }

    #show() {
      this.#noteFolds();
      const sides = this.#sides;
      const last = this.#references.length - 1;
      const reference = Math.min(this.#reference ?? sides[0].reference, last);
      this.#setForm(reference);
      const chosen = treescore.unpackSentence(this.#data, this.#references[reference]);
      const { name } = this.#data.metrics[this.metric];
      const compared = sides.map((side) => treescore.compareTrees(side.sentence, chosen, name));
      const parts = () =>
        treescore.showParts(this.#data, this.metric, this.#segment, sides, chosen, compared);
      this.#body.replaceChildren(
        this.#texts(sides, reference),
        this.#fold("Scores of all systems", () => [this.#scores(sides)]),
        this.#fold("Parts of the score", parts),
        this.#fold("Word difference", () => difference(sides, chosen)),
        ...this.#trees(sides, chosen, compared),
      );
    }

    #setForm(reference) {
      const select = this.#form.reference;
      select.replaceChildren(
        ...this.#references.map((_, value) => make("option", { value }, String(value + 1))),
      );
      select.value = reference;
      select.parentElement.hidden = this.#references.length < 2;
      [this.#form.first.value, this.#form.second.value] = this.#pair;
      this.#form.metric.value = this.metric;
    }

    // ---- Texts and errors

    #texts(sides, reference) {
      const cards = [];
      const source = this.#data.sources?.[this.#segment];
      if (source !== undefined && source !== null)
        cards.push(card("source", [make("strong", {}, "Source")], treescore.markText(source, [])));
      this.#references.forEach((number, place) => {
        const text = treescore.textOf(this.#data.sentences[number]);
        const marks = sides
          .filter((side) => side.reference === place)
          .flatMap(({ errors, letter }) => treescore.referenceMarks(errors, letter, this.type));
        const name = this.#references.length > 1 ? `Reference ${place + 1}` : "Reference";
        const kind = place === reference && this.#references.length > 1 ? "reference shown" : "reference";
        cards.push(card(kind, [make("strong", {}, name)], treescore.markText(text, marks)));
      });
      const box = make("div", { className: "texts" });
      box.append(make("div", { className: "cards" }, ...cards));
      const outputs = sides.map((side) => this.#output(side, box));
      box.append(make("div", { className: "cards outputs" }, ...outputs));
      if (this.#data.errors) box.append(make("p", { className: "note" }, ERRORS));
      return box;
    }

    #output({ system, letter, name, text, errors, reference }, box) {
      const { metrics, scores } = this.#data;
      const { name: metric, digits } = metrics[this.metric];
      const score = treescore.written(scores[this.metric][system][this.#segment] ?? NaN, digits);
      const head = [
        make("strong", { dir: "auto" }, letter ? `${letter}: ${name}` : name),
        make("span", { className: "number" }, `${metric} ${score}`),
      ];
      const marks = treescore.marksOf(errors, letter, this.type);
      const referenceText = treescore.textOf(this.#data.sentences[this.#references[reference]]);
      const list = this.#data.errors
        ? [treescore.listErrors(errors, text, referenceText, letter, this.type, box)]
        : [];
      return card("output", head, treescore.markText(text, marks), ...list);
    }

    // ---- Scores

    #scores(sides) {
      const { systems, metrics, scores } = this.#data;
      const columns = metrics.map((metric, m) =>
        treescore.scoreCells(systems.map((_, s) => scores[m][s][this.#segment]), metric),
      );
      const letters = new Map(sides.map(({ system, letter }) => [system, letter]));
      const rows = systems.map((name, number) => {
        const letter = letters.get(number);
        const header = make("th", { scope: "row", dir: "auto" }, letter ? `${letter}: ${name}` : name);
        const className = letters.has(number) ? "shown" : "";
        return make("tr", { className }, header, ...columns.map((cells) => cells[number]));
      });
      const names = ["system", ...metrics.map(({ name }) => name)];
      const head = names.map((name) => make("th", { scope: "col" }, name));
      const table = make(
        "table",
        { className: "scores" },
        make("thead", {}, make("tr", {}, ...head)),
        make("tbody", {}, ...rows),
      );
      return scrolling("wide", "Scores of this segment", table);
    }

    // ---- Trees

    #trees(sides, reference, compared) {
      const beside = sides.length > 1 ? ", as compared with A" : "";
      const columns = [
        [`Reference${beside}`, reference, compared[0].reference],
        ...sides.map(({ letter, name, sentence }, place) => [
          letter ? `${letter}: ${name}` : name,
          sentence,
          compared[place].hypothesis,
        ]),
      ];
      return [
        ["Dependency trees", "heads", treescore.drawDependencies, DEPENDENCIES],
        ["Constituency trees", "constituents", treescore.drawConstituents, CONSTITUENTS],
      ].map(([kind, part, draw, legend]) => {
        if (!columns.every(([, sentence]) => sentence[part]))
          return make("p", { className: "note" }, `${kind}: there are none for these sentences.`);
        const drawings = () =>
          columns.map(([name, sentence, marks]) => {
            const box = scrolling("drawing", `${kind}: ${name}`, draw(sentence, marks));
            return make("figure", {}, make("figcaption", { dir: "auto" }, name), box);
          });
        return this.#fold(kind, () => [
          make("p", { className: "note" }, legend),
          treescore.legend(...kinds(columns, part === "heads" ? "arcs" : "nodes")),
          make("div", { className: "forest" }, ...drawings()),
        ]);
      });
    }

    /** Asks the page itself: its toggle events come late, when another segment may be shown. */
    #noteFolds() {
      for (const [name, { open }] of this.#folds) this.#closed[open ? "delete" : "add"](name);
    }

    /** What can be folded away, made when it is to be seen. */
    #fold(name, content) {
      const fold = make("details", { className: "fold" }, make("summary", {}, name));
      const unfold = () => fold.children.length === 1 && fold.append(...content());
      fold.addEventListener("toggle", () => fold.open && unfold());
      fold.open = !this.#closed.has(name);
      if (fold.open) unfold();
      this.#folds.set(name, fold);
      return fold;
    }
  };

  /** How things are drawn: only some metrics look at arcs, or at nodes, or at parts of arcs. */
  function kinds(columns, things) {
    const half = columns.some(([, , marks]) => marks[`half_${things}`]?.length);
    return columns[0][2][things] ? ["match", ...(half ? ["half"] : []), "miss"] : ["plain"];
  }

  function difference(sides, reference) {
    const cards = sides.map(({ letter, name, sentence }) =>
      card(
        "output",
        [make("strong", { dir: "auto" }, letter ? `${letter}: ${name}` : name)],
        treescore.renderDifference(sentence.words, reference.words),
      ),
    );
    const note = make("p", { className: "note" }, DIFFERENCE);
    return [make("div", { className: "cards" }, ...cards), note];
  }

  function card(kind, head, ...content) {
    const top = make("div", { className: "head" }, ...head);
    return make("div", { className: `card ${kind}` }, top, ...content);
  }
})();
