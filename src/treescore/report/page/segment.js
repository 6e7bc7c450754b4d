// One segment of a report: its scores, its texts, and its trees beside those of a reference.

(() => {
  "use strict";

  const { make } = treescore;
  const DIFFERENCE =
    "Struck through on orange: only in the translation. Underlined on blue: only in the reference.";
  const DEPENDENCIES =
    "A heavy blue arc joins two words that an arc of the other tree joins, too, the same one " +
    "above; a dashed orange arc has no such partner. Underlined words stand in both sentences.";
  const CONSTITUENTS =
    "A filled blue node has the same label over the same children as a node of the other tree; " +
    "a dashed orange one has no such partner. Underlined words stand in both sentences.";

  treescore.SegmentPanel = class {
    #data;
    #body;
    #segment = 0;
    #system = 0;
    #reference = 0;
    #comparison = make("div", {});
    #closed = new Set(); // kinds of trees that the reader has folded away

    constructor(data, body) {
      this.#data = data;
      this.#body = body;
    }

    show(segment) {
      this.#segment = segment;
      this.#reference = Math.min(this.#reference, this.#references.length - 1);
      this.#body.replaceChildren(this.#referenceCards(), this.#scores(), this.#comparison);
      this.#compare();
    }

    get #references() {
      return this.#data.references[this.#segment];
    }

    #text(number) {
      const text = treescore.textOf(this.#data.sentences[number]);
      return make("p", { className: "text", dir: "auto" }, text || "(empty)");
    }

    /** A choice of one among many that keeps the keyboard's place. */
    #radio(name, number, chosen, choose) {
      const radio = make("input", { type: "radio", name, checked: number === chosen });
      radio.addEventListener("change", () => {
        choose(number);
        this.#compare();
      });
      return radio;
    }

    #referenceCards() {
      const several = this.#references.length > 1;
      const cards = this.#references.map((sentence, number) => {
        const choose = (chosen) => (this.#reference = chosen);
        const radio = this.#radio("reference", number, this.#reference, choose);
        const name = several ? `Reference ${number + 1}` : "Reference";
        const head = several ? make("label", {}, radio, ` ${name}`) : make("strong", {}, name);
        return make("div", { className: "card" }, head, this.#text(sentence));
      });
      return make("div", { className: "cards" }, ...cards);
    }

    #scores() {
      const { systems, metrics, scores } = this.#data;
      const head = ["System", ...metrics.map((metric) => metric.name)];
      const columns = metrics.map((metric, m) =>
        treescore.scoreCells(systems.map((_, s) => scores[m][s][this.#segment]), metric),
      );
      const rows = systems.map((name, number) => {
        const choose = (chosen) => (this.#system = chosen);
        const radio = this.#radio("system", number, this.#system, choose);
        const label = make("label", { dir: "auto" }, radio, ` ${name}`);
        const header = make("th", { scope: "row" }, label);
        return make("tr", {}, header, ...columns.map((cells) => cells[number]));
      });
      const names = head.map((name) => make("th", { scope: "col" }, name));
      const table = make(
        "table",
        { className: "scores" },
        make("thead", {}, make("tr", {}, ...names)),
        make("tbody", {}, ...rows),
      );
      return scrolling("wide", "Scores of this segment; the chosen system is shown below", table);
    }

    #compare() {
      const number = this.#data.outputs[this.#segment][this.#system];
      const [hypothesis, reference] = [number, this.#references[this.#reference]].map((sentence) =>
        treescore.unpackSentence(this.#data, sentence),
      );
      const marks = treescore.compareTrees(hypothesis, reference);
      const sides = [
        ["Reference", reference, marks.reference],
        ["Translation", hypothesis, marks.hypothesis],
      ];
      this.#comparison.replaceChildren(
        make("h3", { dir: "auto" }, `Translation by ${this.#data.systems[this.#system]}`),
        this.#text(number),
        make("h3", {}, "Word difference"),
        treescore.renderDifference(hypothesis.words, reference.words),
        make("p", { className: "note" }, DIFFERENCE),
        this.#trees("Dependency trees", "heads", sides, treescore.drawDependencies, DEPENDENCIES),
        this.#trees(
          "Constituency trees",
          "constituents",
          sides,
          treescore.drawConstituents,
          CONSTITUENTS,
        ),
      );
    }

    /** Both trees of a kind, drawn when they are to be seen. */
    #trees(kind, part, sides, draw, legend) {
      if (!sides.every(([, sentence]) => sentence[part]))
        return make("p", { className: "note" }, `${kind}: there are none for these sentences.`);
      const fold = make("details", { className: "trees" }, make("summary", {}, kind));
      const unfold = () => {
        if (fold.children.length > 1) return;
        fold.append(make("p", { className: "note" }, legend));
        for (const [side, sentence, marks] of sides) {
          const drawing = scrolling("drawing", `${kind}: ${side}`, draw(sentence, marks));
          fold.append(make("h4", {}, side), drawing);
        }
      };
      fold.addEventListener("toggle", () => {
        this.#closed[fold.open ? "delete" : "add"](kind);
        if (fold.open) unfold();
      });
      fold.open = !this.#closed.has(kind);
      if (fold.open) unfold();
      return fold;
    }
  };

  /** A box that scrolls by itself, with the keyboard, too. */
  function scrolling(className, label, content) {
    return make("div", { className, tabIndex: 0, role: "region", ariaLabel: label }, content);
  }
})();
