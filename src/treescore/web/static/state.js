// What the visitor has typed and chosen. It lives in the address after the hash, which browsers
// keep to themselves: a link can be shared, and the server sees nothing of it.

const EXAMPLES = {
  en: {
    references: ["The small dog chased a cat through the old garden."],
    hypotheses: [
      "The little dog chased a cat across the old garden.",
      "A cat chased the small dog through the old garden.",
      "Garden old the through cat a chased dog small the.",
    ],
  },
  de: {
    references: ["Der kleine Hund jagte eine Katze durch den alten Garten."],
    hypotheses: [
      "Das Hündchen jagte eine Katze quer durch den alten Garten.",
      "Eine Katze jagte den kleinen Hund durch den alten Garten.",
      "Garten alten den durch Katze eine jagte Hund kleine der.",
    ],
  },
};
const BEGINNING = {
  lang: "en",
  source: "",
  metrics: null, // the usual ones
  hypothesis: "A",
  metric: "", // the first
  reference: 0,
};

const same = (one, two) => String(one) === String(two);

/** The example of a language in the place of that of another, as long as nobody has changed it. */
export function changeExample(state, lang) {
  const example = EXAMPLES[lang];
  const untouched = Object.values(EXAMPLES).some(
    ({ references, hypotheses }) =>
      same(references, state.references) && same(hypotheses, state.hypotheses),
  );
  if (!example || !untouched || state.source) return false;
  // The fields hold on to these lists.
  for (const part of ["references", "hypotheses"])
    state[part].splice(0, state[part].length, ...example[part]);
  return true;
}

/** The state in the address; the example if there is none. */
export function readState() {
  const kept = new URLSearchParams(location.hash.slice(1));
  if (!kept.has("r") && !kept.has("h")) 
    return structuredClone({ ...BEGINNING, ...EXAMPLES.en });
  return {
    references: kept.getAll("r"),
    hypotheses: kept.getAll("h"),
    lang: kept.get("l") ?? "en",
    source: kept.get("s") ?? "",
    metrics: kept.has("m") ? kept.getAll("m").filter(Boolean) : null,
    hypothesis: kept.get("t") ?? "A",
    metric: kept.get("by") ?? "",
    reference: Number(kept.get("to")),
  };
}

/** Keep the state in the address, without a new step for the way back. */
export function keepState(state) {
  const kept = new URLSearchParams();
  for (const text of state.references) kept.append("r", text);
  for (const text of state.hypotheses) kept.append("h", text);
  if (state.source) kept.set("s", state.source);
  kept.set("l", state.lang);
  if (!state.metrics.length) kept.set("m", ""); // none, where no m means the usual ones
  for (const metric of state.metrics) kept.append("m", metric);
  kept.set("t", state.hypothesis);
  kept.set("by", state.metric);
  kept.set("to", state.reference);
  try {
    history.replaceState(null, "", `#${kept}`);
  } catch {
    // A browser refuses what comes too often or is too long; then the link is an older one.
  }
}

/** The name of a translation: A to Z, then A2, B2 and so on. */
export function nameOf(number) {
  const round = Math.floor(number / 26);
  return String.fromCharCode(65 + (number % 26)) + (round ? round + 1 : "");
}
