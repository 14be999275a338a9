/** Every word that the client itself says. What a game says comes from the game. */

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

export const TEXTS = {
  title: "Road to Berlin",

  home: {
    heading: "A new table",
    lead: "Pick a game, say who sits where, and play.",
    game: "Game",
    scenario: "Scenario",
    seats: "Who sits where",
    player: (/** @type {string} */ seat) => `${seat} is played by`,
    name: (/** @type {string} */ seat) => `Name of ${seat}`,
    namePlaceholder: "name, if you like",
    kind: (/** @type {string} */ kind) => (kind === "human" ? "a person" : `the machine (${kind})`),
    create: "Set up the table",
    more: "Start from a position or a record",
    situation: "A situation (TOML), to play on from it",
    situationPlaceholder: "game = \"...\"\nturn = 3\n...",
    record: "A record file, to play on or replay",
    recordRead: (/** @type {string} */ name) => `${name} will be loaded.`,
    tooLarge: "This file is larger than 250 kB: too large for a table.",
    seed: "Seed of the dice (leave empty for secret dice)",
    created: "The table is set up",
    hand: "Give each player his own link. Whoever has it holds the seat.",
    open: (/** @type {string} */ seat) => `Sit down as ${seat}`,
    copy: (/** @type {string} */ seat) => `Copy ${seat}'s link`,
    copied: "Copied.",
    another: "Set up another",
    all: "Play all seats from here",
    watch: "Watch",
    resume: "Resume",
    replay: "Look back",
    tables: "Tables",
    none: "No table yet: set one up, and it will be kept here.",
    moves: (/** @type {number} */ count) => counted(count, "action", "actions"),
    over: "over",
  },

  table: {
    back: "All tables",
    skip: "Skip to the answers",
    you: (/** @type {string} */ seat) => `You are ${seat}`,
    watcher: "You are watching",
    seat: "The seat you look from",
    follow: "the seat to move",
    board: "Board",
    boardHelp: "The board. Arrow keys move it, plus and minus zoom, 0 shows all, full stop goes to the decision.",
    side: "Table",
    loading: "Laying out the board…",
    over: "The game is over",
    waiting: (/** @type {string} */ seat) => `${seat} decides`,
    yourMove: (/** @type {string} */ seat) => `${seat}, your decision`,
    undo: "Undo",
    undoDone: "Taken back.",
    noUndo: (/** @type {string} */ why) => `Nothing can be taken back: ${why}`,
    settings: "Settings",
    fit: "Show the whole board",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    goto: "Go to the decision",
    hint: "Click a counter to see what it can do; point at a place to learn why not.",
    lost: "No connection; trying again every two seconds.",
    gone: "There is no such table.",
    record: "Download the record",
    situation: "Download the position",
    here: "at the table",
    away: "away",
    machine: (/** @type {string} */ kind) => `machine: ${kind}`,
    none: "Nothing to decide now.",
  },

  tabs: { choices: "Answers", log: "Log", tracks: "Tracks", places: "Places", dice: "Dice" },

  choices: {
    filter: "Find an answer",
    placeholder: "type to find: a unit, a place, a verb",
    list: "Legal answers",
    count: (/** @type {number} */ shown, /** @type {number} */ all) =>
      shown === all ? counted(all, "answer", "answers") : `${shown} of ${counted(all, "answer", "answers")}`,
    none: "No answer fits these words.",
    not: "The decision is not yours now.",
  },

  play: {
    can: (/** @type {string} */ unit) => `${unit}: choose`,
    target: (/** @type {string} */ place) => `In ${place}`,
    selected: (/** @type {string} */ unit, /** @type {number} */ count) =>
      `${unit} selected, ${counted(count, "target", "targets")} lit`,
    cancel: "Cancel",
    commit: "Do it",
    warn: "This can't be had back",
    act: (/** @type {string} */ text) => `Do: ${text}`,
    done: (/** @type {string} */ text) => `Done: ${text}`,
    refused: (/** @type {string} */ reason) => `Refused: ${reason}`,
    stale: "The table has moved on; the board is up to date now.",
    auto: (/** @type {string} */ text) => `The only answer, taken by itself: ${text}`,
  },

  odds: {
    base: "base",
    chance: "Chance of each outcome",
    share: (/** @type {number} */ ways, /** @type {number} */ of) => `${ways} of ${of}`,
    percent: (/** @type {number} */ share) => `${Math.round(share * 100)} %`,
  },

  log: {
    heading: "Log",
    empty: "Nothing has happened yet.",
    start: "Set-up",
    secret: "a secret answer",
    jump: (/** @type {number} */ seq) => `Show the board after action ${seq}`,
    die: (/** @type {number} */ value) => `die: ${value}`,
  },

  replay: {
    heading: "Replay",
    first: "First moment",
    back: "Step back",
    forward: "Step forward",
    play: "Play by itself",
    pause: "Pause",
    live: "Back to the table",
    moment: "Moment",
    at: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of}`,
    looking: (/** @type {number} */ n) => `Looking back: after action ${n}. Nothing can be done here.`,
    eyes: "Through the eyes of",
    own: "your own",
  },

  marks: {
    mode: "Draw marks",
    clear: "Rub out marks",
    help: "Drag from place to place for an arrow, click a place for a ring. The right mouse button always draws.",
    kept: "Marks are yours alone; nobody else sees them.",
  },

  dice: {
    heading: "Verifiable dice",
    promise: "Shown before the first roll, this number binds the key of all dice without telling it:",
    sealed: "The key is revealed when the game is over; then every roll can be verified here.",
    study: "Dice were laid down by hand in this game: a study, with nothing to verify.",
    foretold: "The seed of these dice is known: anyone can foretell them.",
    key: "The key, revealed at the end:",
    verify: "Verify every roll",
    working: "Rolling again…",
    verified: (/** @type {number} */ count) =>
      `Verified in this browser: ${counted(count, "roll follows", "rolls follow")} from the key that was promised.`,
    wrong: (/** @type {number} */ n, /** @type {number} */ told, /** @type {number} */ made) =>
      `Roll ${n} is not what the key gives: told ${told}, made ${made}.`,
    broken: "The key is not the one that was promised at the start.",
    roll: "roll",
    line: "in the record",
    sides: "sides",
    told: "told",
    made: "made again",
    changed: "The promise differs from the one this browser saw first.",
  },

  rules: {
    kind: { enforce: "rule", setup: "set-up", display: "shown", base: "base game", question: "ruling" },
    check: "Checked by",
    close: "Close",
    open: (/** @type {string} */ id) => `Read ${id}`,
    failed: "This clause can't be read now.",
  },

  places: {
    heading: "The board in words",
    find: "Find a place or a unit",
    empty: "empty",
    off: "Off the map",
    used: "used",
    steps: (/** @type {number} */ steps, /** @type {number} */ full) => `${steps} of ${full} steps`,
    show: (/** @type {string} */ place) => `Show ${place} on the board`,
    house: "Values chosen by us, not printed, are marked †.",
    houseAll: "All values of our own",
    houseTitle: "Values of our own (house)",
    houseLead: "The rulebook prints no such value; these were chosen so that the game works and fits every clue.",
    houseColumns: ["table", "name", "value", "note"],
  },

  tracks: { cards: "In hand", nothing: "Nothing in hand.", off: "Off the map", of: "of" },

  counters: {
    heading: "Counters",
    legend:
      "Sides differ by colour, by the band at the left and by the strip with the numbers; camps by the letter in the corner. " +
      "Dots are steps, a turned counter with a tick is used up.",
  },

  settings: {
    heading: "Settings",
    auto: "Where there is one legal answer, take it by itself",
    theme: "Colours",
    themes: { system: "as the system has them", light: "light", dark: "dark" },
    calm: "No animation",
    confirm: "Show odds and ask before every roll",
    close: "Close",
  },

  errors: {
    network: "The server can't be reached.",
    odd: (/** @type {number} */ status) => `The server answered ${status}.`,
    busy: "Too many requests at once; wait a moment.",
    bug: "Something went wrong in this page; reload it to go on.",
  },
};
