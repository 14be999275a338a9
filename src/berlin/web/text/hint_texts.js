/** What is said of hints, of the staff that answers, and of reasons: a part of the texts. */

export const ADVICE = {
  hint: {
    ask: "Hint",
    about: "What would a staff do here, and why? Everybody reads in the log that you asked. (H)",
    later: "A hint is for the decision that is yours",
    thinking: "The staff looks ahead…",
    heading: "A hint",
    take: "Do it",
    close: "Put it away",
    mark: "hint",
    said: (/** @type {string} */ action) => `Hint: ${action}`,
  },

  staff: {
    heading: "Let the staff answer",
    one: "this",
    step: "the rest of this step",
    about: "By what you can see. Everybody reads in the log that it answered for you. Undo takes its answers back, up to the last die or secret.",
    whole: "The staff answers for you until the step is over or somebody else has to decide. An answer of your own, or Undo, stops it.",
    title: (/** @type {string} */ step) => `The rest of “${step}”`,
    commit: "Let it answer",
    thinking: "The staff thinks…",
    goes: "The staff answers for you; an answer of your own or Undo stops it.",
    done: "The staff has answered for you.",
  },

  reasons: { why: "Why", whyThis: (/** @type {string} */ deed) => `Why “${deed}”`, expected: "Expected", feared: "Feared", chances: "Chances" },
};
