// Frames around drawings: a long tree is made smaller as long as it can be read, then it scrolls,
// with its root in view at first; buttons make all drawings of the page larger and smaller.

(() => {
  "use strict";

  const LEAST = 0.7; // words are 10 pixels high then
  const SMALLEST = 0.1;
  const LARGEST = 2;
  const STEP = 1.25;
  const SCROLLBAR = 18; // that may come and go, borders included

  let chosen = null; // by the reader: a scale, or "fit"; else as large as fits and can be read
  const fitters = new WeakMap(); // of frames

  /** A drawing with its buttons, for a box that scrolls. */
  function frame(svg) {
    const frame = document.createElement("div");
    frame.className = "framed";
    const tools = document.createElement("div");
    tools.className = "tools";
    const fit = button("Fit", "Fit the drawings to the width", () => "fit");
    tools.append(
      button("−", "Make the drawings smaller", () => Math.min(scale, Math.max(scale / STEP, SMALLEST))),
      button("+", "Make the drawings larger", () => Math.min(scale * STEP, LARGEST)),
      fit,
    );
    frame.append(tools, svg);

    const { width, height } = svg.viewBox.baseVal;
    let scale = 0; // until it is seen for the first time
    let room = 0;

    function draw() {
      const box = frame.parentElement;
      if (!box?.offsetWidth) return;
      room = box.offsetWidth - SCROLLBAR;
      const whole = Math.min(1, room / width);
      const next = chosen === "fit" ? whole : (chosen ?? Math.max(whole, Math.min(LEAST, 1)));
      // What was in the middle stays there; at first it is the root.
      const middle = scale ? (box.scrollLeft + room / 2) / scale : Number(svg.dataset.root);
      scale = next;
      svg.setAttribute("width", Math.ceil(width * scale));
      svg.setAttribute("height", Math.ceil(height * scale));
      tools.hidden = width <= room && scale === 1;
      fit.setAttribute("aria-pressed", chosen === "fit");
      box.scrollLeft = middle * scale - room / 2;
    }

    fitters.set(frame, draw);
    // Once the drawing is in its place, and before it is seen.
    queueMicrotask(() => {
      draw();
      if (!frame.parentElement) return;
      const observer = new ResizeObserver(([{ target }]) => {
        if (target.offsetWidth - SCROLLBAR !== room) requestAnimationFrame(draw);
      });
      observer.observe(frame.parentElement);
    });
    return frame;
  }

  function button(text, label, choose) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: text, title: label, ariaLabel: label });
    button.addEventListener("click", () => {
      chosen = choose();
      for (const each of document.querySelectorAll(".framed")) fitters.get(each)?.();
    });
    return button;
  }

  /** Move drawings aside until what is singled out in them can be seen. */
  function bringIntoView(box) {
    const [first] = box.querySelectorAll(".focused");
    if (!first) return;
    const [place, view] = [first, box].map((element) => element.getBoundingClientRect());
    if (place.left < view.left || place.right > view.right)
      box.scrollLeft += (place.left + place.right - view.left - view.right) / 2;
  }

  /** What the lines and letters of drawings mean. */
  function legend(...kinds) {
    const told = {
      match: "matched",
      half: "matched in part",
      miss: "not matched",
      plain: "not looked at",
    };
    const list = document.createElement("ul");
    list.className = "tree-legend";
    for (const kind of kinds) {
      const item = document.createElement("li");
      item.className = kind;
      item.textContent = told[kind];
      list.append(item);
    }
    return list;
  }

  const { drawDependencies, drawConstituents } = treescore;
  Object.assign(treescore, {
    drawDependencies: (sentence, marks) => frame(drawDependencies(sentence, marks)),
    drawConstituents: (sentence, marks) => frame(drawConstituents(sentence, marks)),
    bringIntoView,
    legend,
  });
})();
