/** What the pages over the board say: a part of the texts, and nothing takes it from here but they. */

/** @param {number} count @param {string} one @param {string} many */
export const countOf = (count, one, many) => `${count} ${count === 1 ? one : many}`;

export const OVERLAYS = {
  pages: { bar: "Pages", map: "Map", form: "Report", shop: "Purchases", checklist: "Steps", chronicle: "History", papers: "Papers" },

  shop: {
    account: "The account",
    open: "Only you see what you buy.",
    closed: "The price list; nothing can be bought now.",
    later: "not now",
    left: (/** @type {string} */ money) => `${money} left`,
    spent: (/** @type {string} */ money, /** @type {number} */ total) => `of ${total} ${money} spent`,
    cost: (/** @type {number} */ cost, /** @type {string} */ money) => `${cost} ${money}`,
    bought: (/** @type {number} */ count) => (count ? `What you have (${count})` : "What you have"),
    nothing: "Nothing yet.",
    line: "Line",
    price: (/** @type {string} */ money) => money,
    used: (/** @type {string} */ name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    odds: "Strength",
    buy: "Buy",
    buyFor: (/** @type {string} */ what) => `Buy for ${what}`,
  },

  checklist: {
    count: (/** @type {number} */ done, /** @type {number} */ due) => `${done} of ${countOf(due, "step", "steps")} done.`,
    marks: "The book's marks",
    stand: { done: "Done", now: "Now", ahead: "Ahead", "left out": "Left out this time" },
    asked: (/** @type {string} */ text) => `Now: ${text}`,
  },

  chronicle: {
    heading: "History",
    lead: "What has happened so far. Your own purchases are shown to you alone.",
    see: "See it on the map",
  },

  form: {
    find: "find a unit or a place",
    tell: "Tell",
    map: "Answer on the map",
    empty: "Nothing was told of it: all is as it was.",
  },

  papers: {
    heading: "Papers",
    lead: "As you may read them: what is secret from you is not on them.",
    print: "Open to print",
    save: "Save",
  },

  handin: {
    heading: (/** @type {string} */ noun) => `Hand in a ${noun} as a file`,
    lead: "Fetch the form, fill it in at the other table, and hand it in: all of it is checked before anything of it holds.",
    blank: "Fetch the form",
    leadKept: "What stands is fetched as a text, which can be changed and handed in again: all of it is checked before anything of it holds.",
    file: (/** @type {string} */ noun) => `A ${noun} from a file`,
    text: (/** @type {string} */ noun) => `The ${noun}`,
    placeholder: (/** @type {string} */ noun) => `the ${noun}, as TOML`,
    check: "Check it",
    send: "Hand it in",
    right: (/** @type {number} */ actions) => `Nothing is wrong with it: ${countOf(actions, "action", "actions")}.`,
    done: (/** @type {number} */ actions) => `Handed in: ${countOf(actions, "action", "actions")}.`,
    wrong: (/** @type {number} */ count) => `${countOf(count, "thing is", "things are")} wrong with it, and nothing was done:`,
  },
  kept: {
    heading: (/** @type {string} */ noun) => `Your own: keep this ${noun}, use it again`,
    lead: "It stays in this browser, for any later game; nobody else sees it.",
    name: "A name for it",
    unnamed: (/** @type {string} */ noun) => `My ${noun}`,
    keep: "Keep what stands now",
    use: "Use it",
    forget: "Forget it",
  },
};
