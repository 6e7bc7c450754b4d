// The list of a report's segments: searched, filtered, sorted, page by page.

(() => {
  "use strict";

  const { make, written } = treescore;
  const ROWS = 50;
  const BEGINNING = 160; // letters of a reference in the list
  const MOST_ERRORS = 3; // that a row names
  const find = (selector) => document.querySelector(selector);
  const count = (number) => number.toLocaleString("en");

  treescore.SegmentList = class {
    #data;
    #controls = find("#controls").elements;
    #buttons = document.querySelectorAll("#paging button");
    #haystacks = []; // all texts of a segment in lower case, once somebody searches
    #page = 0;
    #metric = 0;
    found = []; // the segments that are listed, in order

    constructor(data) {
      this.#data = data;
      this.#fill();
      const [earlier, later] = this.#buttons;
      earlier.addEventListener("click", () => this.#turnTo(this.#page - 1));
      later.addEventListener("click", () => this.#turnTo(this.#page + 1));
      find("#controls").addEventListener("input", () => this.choose());
      find("#controls").addEventListener("submit", (event) => event.preventDefault());
      find("#count button").addEventListener("click", () => this.filter({}));
    }

    /** The type of errors that segments are listed for, and the number of who made them. */
    get errors() {
      const { type, maker } = this.#controls;
      return { type: type.value, maker: maker.value === "" ? null : Number(maker.value) };
    }

    set metric(number) {
      this.#metric = number;
      this.choose();
    }

    /** List what is asked for, and nothing else: errors of a type, or a document. */
    filter({ type = "", maker = "", doc = "" }) {
      const controls = this.#controls;
      controls.query.value = "";
      [controls.type.value, controls.maker.value, controls.doc.value] = [type, maker, doc];
      if (type) [controls.sort.value, controls.order.value] = ["errors", "-1"];
      else if (controls.sort.value === "errors")
        [controls.sort.value, controls.order.value] = ["number", "1"];
      this.choose();
    }

    // ---- Which segments, in which order

    #score(system, segment) {
      return this.#data.scores[this.#metric][system][segment] ?? NaN;
    }

    #scores(segment) {
      return this.#data.systems.map((_, system) => this.#score(system, segment));
    }

    #key(segment) {
      const { sort, system, other } = this.#controls;
      const scores = () => this.#scores(segment);
      return {
        number: () => segment,
        score: () => this.#score(system.value, segment),
        difference: () => this.#score(system.value, segment) - this.#score(other.value, segment),
        spread: () => Math.max(...scores()) - Math.min(...scores()),
        errors: () => this.#errors(segment).reduce((sum, { error }) => sum + error.weight, 0),
      }[sort.value]();
    }

    /** The errors that the list is about: of the type and the maker that are chosen, or all. */
    #errors(segment) {
      const { type, maker } = this.errors;
      const systems = maker === null ? this.#data.systems.map((_, system) => system) : [maker];
      return systems.flatMap((system) =>
        treescore
          .unpackErrors(this.#data, system, segment)
          .errors.filter((error) => !type || treescore.isOf(error.type, type))
          .map((error) => ({ system, error })),
      );
    }

    #texts(segment) {
      const { references, outputs, sentences, sources } = this.#data;
      const numbers = [...references[segment], ...outputs[segment]];
      const texts = numbers.map((number) => treescore.textOf(sentences[number]));
      return [sources?.[segment] ?? "", ...texts].join("\n");
    }

    choose() {
      const { query, doc, sort, order, system, other, maker } = this.#controls;
      const wanted = query.value.toLowerCase();
      const all = this.#data.outputs.map((_, segment) => segment);
      if (wanted && !this.#haystacks.length)
        this.#haystacks = all.map((each) => this.#texts(each).toLowerCase());
      const { type, maker: made } = this.errors;
      const keyed = all
        .filter((segment) => !wanted || this.#haystacks[segment].includes(wanted))
        .filter((segment) => !doc.value || this.#data.docs[segment] === this.#data.docs[doc.value])
        .filter((segment) => (!type && made === null) || this.#errors(segment).length)
        .map((segment) => [this.#key(segment), segment]);
      // Segments without a number come last in both orders.
      const sign = Number(order.value);
      keyed.sort(([a], [b]) => Number.isNaN(a) - Number.isNaN(b) || sign * (a - b) || 0);
      this.found = keyed.map(([, segment]) => segment);
      system.disabled = !["score", "difference"].includes(sort.value);
      other.disabled = sort.value !== "difference";
      maker.disabled = !this.#data.errors;
      this.#tell(all.length);
      this.#turnTo(0);
    }

    #tell(all) {
      const hits = this.found.length;
      const told = hits
        ? `${count(hits)} of ${count(all)} segments`
        : `No segment is like that (0 of ${count(all)} segments).`;
      find("#count span").textContent = told;
      find("#count button").hidden = hits === all;
    }

    // ---- The list

    /** The page that a segment stands on. */
    turnToSegment(segment) {
      const page = Math.floor(this.found.indexOf(segment) / ROWS);
      if (page >= 0 && page !== this.#page) this.#turnTo(page);
    }

    #turnTo(number) {
      const pages = Math.max(1, Math.ceil(this.found.length / ROWS));
      this.#page = Math.min(Math.max(number, 0), pages - 1);
      const [earlier, later] = this.#buttons;
      earlier.disabled = this.#page === 0;
      later.disabled = this.#page === pages - 1;
      find("#paging").hidden = pages === 1;
      find("#paging span").textContent = `Page ${this.#page + 1} of ${pages}`;
      const segments = this.found.slice(this.#page * ROWS, (this.#page + 1) * ROWS);
      const body = make("tbody", {}, ...segments.map((segment) => this.#row(segment)));
      const table = make("table", { className: "scores upright" }, this.#head(), body);
      find("#list").replaceChildren(...(segments.length ? [table] : []));
    }

    /** What the rows are sorted by, where no column shows it already. */
    get #extra() {
      const sort = this.#controls.sort.value;
      return ["difference", "spread"].includes(sort) ? sort : "";
    }

    #head() {
      const words = (name, className = "words") => make("th", { scope: "col", className }, name);
      const cells = [words("No.", "")];
      if (this.#data.docs) cells.push(words("Document", "words doc"));
      cells.push(words("Reference"));
      if (this.errors.type) cells.push(words(this.errors.type));
      cells.push(...this.#data.systems.map((name, system) => this.#sorter(name, system)));
      if (this.#extra) cells.push(words(this.#extra, ""));
      return make("thead", {}, make("tr", {}, ...cells));
    }

    /** The head of a system's column: a click sorts by its scores, the worst first, then turns. */
    #sorter(name, system) {
      const { sort, order, system: chosen } = this.#controls;
      const button = make("button", { type: "button", className: "sort" }, make("span", {}, name));
      const head = make("th", { scope: "col", dir: "auto" }, button);
      const sorted = sort.value === "score" && Number(chosen.value) === system;
      if (sorted) head.ariaSort = order.value === "1" ? "ascending" : "descending";
      button.addEventListener("click", () => {
        const first = this.#data.metrics[this.#metric].higher ? "1" : "-1";
        const turned = order.value === "1" ? "-1" : "1";
        [sort.value, chosen.value, order.value] = ["score", system, sorted ? turned : first];
        this.choose();
        find(`#list th:nth-of-type(${head.cellIndex + 1}) button`)?.focus();
      });
      return head;
    }

    #row(segment) {
      const metric = this.#data.metrics[this.#metric];
      const text = treescore.textOf(this.#data.sentences[this.#data.references[segment][0]]);
      const beginning = [...text.slice(0, 2 * BEGINNING)].slice(0, BEGINNING).join("");
      const href = `#segment=${segment + 1}`;
      const link = make("a", { href, dir: "auto" }, beginning || "(empty)");
      link.setAttribute("aria-label", `Segment ${segment + 1}: ${link.textContent}`);
      const cells = [make("td", { className: "place" }, String(segment + 1))];
      if (this.#data.docs)
        cells.push(make("td", { className: "words doc", dir: "auto" }, this.#data.docs[segment]));
      cells.push(make("td", { className: "words" }, link));
      if (this.errors.type) cells.push(this.#named(segment));
      const scores = treescore.scoreCells(this.#scores(segment), metric);
      scores.forEach((cell, system) => (cell.dataset.name = this.#data.systems[system]));
      cells.push(...scores);
      if (this.#extra) {
        const value = make("td", { className: "score" }, written(this.#key(segment), metric.digits));
        value.dataset.name = this.#extra;
        cells.push(value);
      }
      const line = make("tr", {}, ...cells);
      line.addEventListener("click", () => link.click());
      link.addEventListener("click", (event) => event.stopPropagation());
      return line;
    }

    /** The words of a segment's errors of the type that is chosen, and who made them. */
    #named(segment) {
      const errors = this.#errors(segment);
      const shown = errors.slice(0, MOST_ERRORS).map(({ system, error }) => {
        const number = this.#data.outputs[segment][system];
        const { reference } = treescore.unpackErrors(this.#data, system, segment);
        const told = treescore.tellError(
          error,
          treescore.textOf(this.#data.sentences[number]),
          treescore.textOf(this.#data.sentences[this.#data.references[segment][reference]]),
        );
        const who = this.errors.maker === null ? `${this.#data.systems[system]}: ` : "";
        return make("span", { className: "error" }, who, ...told);
      });
      const more = errors.length - MOST_ERRORS;
      if (more > 0) shown.push(make("span", { className: "error" }, `${more} more`));
      return make("td", { className: "words named" }, ...shown);
    }

    // ---- The start

    #fill() {
      const { doc, system, other, type, maker, sort } = this.#controls;
      const { systems, docs, types, errors } = this.#data;
      const fill = (select, names) =>
        select.append(...names.map((name, value) => make("option", { value }, name)));
      fill(system, systems);
      fill(other, systems);
      other.value = Math.min(1, systems.length - 1);
      const several = systems.length > 1;
      for (const select of [system, other]) select.parentElement.hidden = !several;
      for (const value of ["difference", "spread"])
        [...sort.options].find((option) => option.value === value).disabled = !several;
      [...sort.options].find((option) => option.value === "errors").disabled = !errors;
      doc.append(make("option", { value: "" }, "all"));
      new Set(docs ?? []).forEach((each) =>
        doc.append(make("option", { value: docs.indexOf(each) }, each)),
      );
      doc.parentElement.hidden = !docs;
      type.append(make("option", { value: "" }, "any or none"));
      type.append(...allTypes(types ?? []).map((value) => make("option", { value }, value)));
      maker.append(make("option", { value: "" }, "any system"));
      fill(maker, systems);
      type.parentElement.hidden = !errors;
      maker.parentElement.hidden = !errors || !several;
    }
  };

  /** Types with and without their refinements, in the order of letters. */
  function allTypes(types) {
    return [...new Set(types.flatMap((type) => [type.split(":")[0], type]))].sort();
  }
})();
