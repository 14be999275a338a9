/** What is said around a story: its buttons, its pace, and the card that stays. */

import { countOf } from "./overlay_texts.js";

export const ACCOUNT = {
  open: "In full",
  heading: "What happened, in full",
  forces: "On the board, before and after",
  seen: "By kinds, as you could see it.",
  camp: "Side",
  kind: "Kind",
  what: "What",
  before: "Before",
  after: "After",
  change: "Change",
  lost: "Lost",
  ground: "Ground",
  points: "Where it turned",
  see: "Show the board then",
};

export const STORY = {
  heading: "What happens",
  about: "It is shown step by step. Skip it, and you are at the table as it is now.",
  pace: "Pace of the story",
  paces: { off: "off", quick: "quick", normal: "normal", slow: "slow" },
  pause: "Pause",
  go: "Go on",
  next: "Next step",
  skip: "Skip to the table",
  skipShort: "Skip",
  again: "Watch again",
  of: (/** @type {number} */ n, /** @type {number} */ all) => `${n} of ${all}`,
  more: (/** @type {number} */ count) => `and ${count} more`,
  sums: "The reckoning",
  recap: "What happened",
  did: (/** @type {string} */ who) => `What ${who} did`,
  moves: (/** @type {number} */ count) => countOf(count, "movement", "movements"),
  losses: "Losses",
  none: "none",
  lost: "lost",
  reduced: "reduced",
  scores: "What is counted",
  turned: (/** @type {string} */ name, /** @type {number} */ was, /** @type {number} */ now) => `${name}: ${was} → ${now}`,
  turnedAloud: (/** @type {string} */ name, /** @type {number} */ was, /** @type {number} */ now) => `${name} from ${was} to ${now}`,
  earlier: (/** @type {number} */ count) => `${countOf(count, "earlier step", "earlier steps")} in the log.`,
};
