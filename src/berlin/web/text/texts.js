/** Every word that the client itself says. What a game says comes from the game. */

import { ADVICE } from "./hint_texts.js";
import { countOf, OVERLAYS } from "./overlay_texts.js";
import { SEATING } from "./seat_texts.js";
import { SETTINGS } from "./settings_texts.js";
import { ACCOUNT, STORY } from "./story_texts.js";

/** Sixths of a circle, clockwise from north. */
const COMPASS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

export const TEXTS = {
  title: "Road to Berlin",

  close: "Close",
  now: "just now",

  home: {
    lead: "Board games of the road to Berlin: against a friend, against the machine, or both sides yourself.",
    games: "Games",
    picture: (/** @type {string} */ title) => `The board of ${title}`,
    playAs: "Play",
    quick: (/** @type {string} */ seat, /** @type {string} */ how) => `Play ${seat} ${how}`,
    againstMachine: "against the machine",
    againstFriend: "against a friend",
    everySide: "Play every side",
    hotSeat: "at this screen",
    machine: "How the machine plays",
    level: (/** @type {string} */ name, /** @type {string} */ says) => (says ? `${name}: ${says}` : name),
    levels: "Levels",
    others: "Machines by what they do",
    variant: "Played here with the host's own tables.",
    keptHere: "No account: the keys of your seats are kept in this browser, the games on the server.",
    heading: "Set up a table yourself",
    game: "Game",
    scenario: "Scenario",
    options: "Rules to choose",
    seats: "Who sits where",
    player: (/** @type {string} */ seat) => `${seat} is played by`,
    name: (/** @type {string} */ seat) => `Name of ${seat}`,
    namePlaceholder: "name, if you like",
    kind: (/** @type {string} */ kind) => (kind === "human" ? "a person" : `the machine (${kind})`),
    here: "a person at this screen",
    friend: "a friend, somewhere else",
    hints: "Allow hints",
    hintsAbout: "A player may then ask what a staff would do in his place, by what he can see. Everybody reads in the log that he asked. Usual against machines, not between people.",
    create: "Set up the table",
    more: "Start from a position or a record",
    situation: "A position (TOML)",
    situationAbout: "Downloaded from a table, or written by hand. The game goes on from there with new dice.",
    situationPlaceholder: "game = \"...\"\nturn = 3\n...",
    record: "A record file",
    recordAbout: "A finished game, to look back at; or one with its key that was broken off, to play on.",
    recordRead: (/** @type {string} */ name) => `${name} will be loaded.`,
    sealed: "This record was taken while its game was on, without the key of its dice, so it can't be loaded. Load a position instead.",
    tooLarge: "This file is larger than 250 kB: too large for a table.",
    seed: "Seed of the dice",
    seedAbout: "Leave it empty for secret dice. With a seed anyone can foretell them.",
    created: "The table is set up",
    hand: "Or sit down at one seat alone. These links are keys to seats of yours; a friend elsewhere has a seat of his own if it is left to “a friend, somewhere else”.",
    invited: (/** @type {string} */ seat) => `The invitation for ${seat}`,
    forOthers: "Every seat is left to others. Send each player his invitation: it works once.",
    look: "Watch this table",
    open: (/** @type {string} */ seat) => `Sit down as ${seat}`,
    linkOf: (/** @type {string} */ seat) => `The link of ${seat}`,
    copy: (/** @type {string} */ seat) => `Copy ${seat}'s link`,
    another: "Set up another",
    playAll: "Play all seats from here",
    tables: "Tables",
    groups: { mine: "Your games", others: "Games to watch", over: "Finished" },
    none: "No table yet: take a seat at a game, and it will be kept here.",
    all: (/** @type {number} */ more) => `Show ${more} more`,
    yourMove: "Your move",
    toMove: (/** @type {string} */ seats) => `${seats} to move`,
    watch: "Watch",
    resume: "Play on",
    replay: "Look back",
    go: (/** @type {string} */ act, /** @type {string} */ title, /** @type {string} */ who) => `${act}: ${title}, ${who}`,
    you: "you",
    person: "a person",
    moves: (/** @type {number} */ count) => countOf(count, "action", "actions"),
  },

  help: {
    open: "Help",
    heading: "How to play at this table",
    first: "The first five minutes",
    steps: [
      ["Read the question.", "It stands beside the board, with the rule that asks it: whose decision it is, and what about."],
      ["Click a counter with a bright edge.", "Every place it may go to, or attack, lights up with its cost or its odds. A click there does it. On a phone the first tap spreads a stack out, the second chooses."],
      ["Point at anything else", "and the line under the board says why not, with the rule. Click a rule's number to read it."],
      ["Or take an answer from the list.", "It holds every legal answer. Type a part of a unit, a place or a verb to find one."],
      ["Close the step", "with the buttons under the question: done, pass, roll. Before a roll you see the reckoning and the chance of each result."],
      ["Changed your mind?", "Undo takes back everything up to the last die or secret that came out."],
      ["Resign", "at the foot of the answers, while you are asked: the game is over and the other side has won. You are asked first whether you are sure."],
      ["Ask for a hint", "where the host allows it: what a staff would do in your place, and why. It is not done for you, and everybody reads in the log that you asked."],
      ["Let the staff answer", "where hints are allowed: one question, or the rest of a step, such as the set-up of a hundred pieces."],
      ["Watch what the others do.", "It is shown step by step, at the pace that you set. Skip it or pause it; the card beside the board says what came of it, and shows it again."],
      ["Look back", "with the slider under the board, or by a click on any line of the log."],
      ["Draw", "with the right mouse button: arrows and rings to think with. Nobody else sees them."],
    ],
    keysHeading: "Keys",
    keys: [
      ["?", "this help"],
      ["/", "find an answer: then ↑ ↓ choose and Enter takes it"],
      ["U", "undo"],
      ["H", "a hint"],
      ["R", "the rules"],
      [".", "go to the decision"],
      ["+ - 0", "zoom in, zoom out, whole board; with the board in focus the arrow keys move it"],
      ["← →", "look back and forward, one action at a time; [ and ] do the same from everywhere"],
      ["Space", "pause what is being told, and go on; play the game's past by itself"],
      ["Home End", "the first moment; back to the table"],
      ["Esc", "skip what is being told; let go of a counter, close what is open, come back from the past"],
    ],
    keysOff: "Keys of one sign can be switched off in the settings.",
  },

  copy: {
    act: "Copy",
    done: "Copied.",
    byHand: "This browser lends no clipboard: the link is marked, copy it by hand.",
    share: "Share…",
  },

  table: {
    back: "All tables",
    skip: "Skip to the answers",
    you: (/** @type {string} */ seat) => `You are ${seat}`,
    watcher: "You are watching",
    seat: "The seat you look from",
    follow: "to move",
    sitters: "Who sits where",
    question: "The question",
    rules: "The rules",
    board: "Board",
    boardHelp:
      "The board. Arrow keys move it, plus and minus zoom, 0 shows all, full stop goes to the decision. " +
      "The tab Places tells it in words, the tab Answers holds every legal answer.",
    side: "Table",
    loading: "Laying out the board…",
    over: "The game is over",
    waiting: (/** @type {string} */ seat) => `${seat} decides`,
    thinking: (/** @type {string} */ seat) => `${seat}: the machine thinks`,
    yourMove: (/** @type {string} */ seat) => `${seat}, your decision`,
    calls: "● Your move · ",
    always: "Take an only answer by itself from now on",
    lookBack: "Play it through from the start",
    undo: "Undo",
    undoAbout: "Take back the last action (U)",
    undoDone: "Taken back.",
    noUndo: (/** @type {string} */ why) => `Nothing can be taken back: ${why}`,
    settings: "Settings",
    fit: "Show the whole board",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    goto: "Go to the decision",
    hint: "Click a counter to see what it can do; point at a place to learn why not.",
    hintWatch: "Point at a counter or a place to learn what it is. The slider and every line of the log look back.",
    lost: "No connection; trying again every two seconds.",
    renewed: "The link of this seat was renewed, and the one in this page opens it no more. Reload the page, or open the new link.",
    gone: "There is no such table.",
    record: "Download the record",
    situation: "Download the position",
    here: "at the table",
    away: "away",
    open: "nobody yet",
    machine: (/** @type {string} */ kind) => `machine: ${kind}`,
    yours: "· you",
    hand: "Hand",
    invite: "Invite",
    none: "Nothing to decide now.",
  },

  ...ADVICE,

  tray: {
    heading: "The counter you chose",
    to: (/** @type {string} */ verb, /** @type {string} */ place) => `${verb} → ${place}`,
    does: (/** @type {string} */ verb, /** @type {string} */ label) => `${verb}: ${label}`,
    let: "Let go",
  },

  trays: {
    ready: "Beside the map",
    empty: (/** @type {string} */ names) => `Empty: ${names}`,
  },

  hand: {
    cards: "Cards",
    heading: (/** @type {number} */ size) => `Your hand: ${countOf(size, "card", "cards")}`,
    watching: "Cards",
    able: (/** @type {number} */ count) => `${countOf(count, "card", "cards")} can be used now`,
    of: (/** @type {string} */ seat) => `${seat}'s hand`,
    top: (/** @type {string} */ name) => `On top: ${name}. See all`,
    read: "Read the whole card",
  },

  layers: {
    heading: "Show on the board",
    about: "Tinted until you take it off again. The line under the board tells it of every place.",
  },

  ...SEATING,

  story: STORY,
  account: ACCOUNT,

  since: {
    heading: "Since your last look",
    count: (/** @type {number} */ count) => `Since your last look: ${countOf(count, "action", "actions")}`,
    left: (/** @type {number} */ count) => `${countOf(count, "earlier line", "earlier lines")} in the log.`,
    replay: "Show them one by one",
  },

  files: {
    running: "Until the game is over the record lacks the key of its dice: it can be read, not loaded. The position can be loaded.",
    over: "The record can be loaded again, replayed and checked; it has the key of its dice.",
    later: "To be had when the game is over: until then they would tell every hand.",
  },

  tabs: { choices: "Answers", log: "Log", tracks: "Tracks", places: "Places", dice: "Dice" },

  ...OVERLAYS,

  choices: {
    filter: "Find an answer",
    placeholder: "type to find: a unit, a place, a verb",
    list: "Legal answers",
    count: (/** @type {number} */ shown, /** @type {number} */ all) =>
      shown === all ? countOf(all, "answer", "answers") : `${shown} of ${countOf(all, "answer", "answers")}`,
    group: (/** @type {string} */ verb, /** @type {number} */ size) => `${verb}, ${countOf(size, "answer", "answers")}`,
    hints: [["/", "find"], ["↑↓", "choose"], ["Enter", "take"], ["?", "keys"]],
    none: "No answer fits these words.",
    not: "The decision is not yours now.",
  },

  play: {
    can: (/** @type {string} */ unit) => `${unit}: choose`,
    target: (/** @type {string} */ place) => `In ${place}`,
    further: "more here …",
    selected: (/** @type {string} */ unit, /** @type {number} */ count) =>
      `${unit} selected, ${countOf(count, "target", "targets")} lit`,
    cancel: "Cancel",
    commit: "Do it",
    warn: "This can't be had back",
    act: (/** @type {string} */ text) => `Do: ${text}`,
    done: (/** @type {string} */ text) => `Done: ${text}`,
    secret: "Done, in secret.",
    refused: (/** @type {string} */ reason) => `Refused: ${reason}`,
    stale: "The table has moved on; the board is up to date now.",
    unweighed: "The server did not answer, so nothing was done. Try again.",
    auto: (/** @type {string} */ text) => `The only answer, taken by itself: ${text}`,
  },

  resign: {
    open: (/** @type {string} */ said) => `${said}…`,
    sure: (/** @type {string} */ seat, /** @type {string} */ said) => `${seat}, do you want to ${said.toLowerCase()}?`,
    told: "Everybody is told the key of the dice then, and what was hidden.",
    stay: "Play on",
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
    rules: "New rules",
    find: "Find in the log",
    chapter: "Part of the game",
    whole: "Whole game",
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
    looking: (/** @type {number} */ n) => `Looking back: after action ${n}.`,
    then: (/** @type {number} */ n) => `As it was after action ${n}.`,
    speed: "Speed of the replay",
    times: (/** @type {number} */ speed) => `${speed}×`,
    eyes: "Through whose eyes",
    own: "Your own eyes",
    as: (/** @type {string} */ seat) => `${seat}'s eyes`,
  },

  marks: {
    mode: "Draw marks",
    clear: "Rub out marks",
    help: "Drag from place to place for an arrow, click a place for a ring. The right mouse button always draws.",
    kept: "Marks are yours alone; nobody else sees them.",
  },

  dice: {
    heading: "Verifiable dice",
    promise:
      "Nobody needs to trust the server. Before the first roll it locked all dice of this game away with a secret key, and this " +
      "is the seal: it fits that key alone, and tells nothing about it.",
    how: "How does that work?",
    commitment: "The seal (commitment)",
    sealed: "When the game is over the key is shown here, and every roll can be made again with one click.",
    study: "Dice were laid down by hand in this game: a study, with nothing to verify.",
    foretold: "The dice of this table were made from a known seed or record: whoever set it up could foretell them.",
    steps: [
      ["Before the game", "the table draws a secret key at random and shows its seal, a number worked out from the key. No other key has the same seal, so the key can't be exchanged later. Note the seal down, or take a picture of it."],
      ["During the game", "each roll follows from the key and the roll's own number, and from nothing else. Nothing that anybody does changes the rolls to come."],
      ["After the game", "the key is shown. Your browser works the seal out again and compares it with the one it saw first; then it makes every roll again and compares it with what was told during the game."],
    ],
    limits: "What it does not prove: that whoever runs the server did not look ahead. He knows the key; but he can't change a die.",
    recipe: "The check needs nothing of ours: rolls and seal are BLAKE2b hashes. The recipe stands in docs/dice.md, with a program of ten lines; a downloaded record is checked by: berlin replay FILE --verify",
    soFar: "Rolled so far",
    table: "Every roll, made again",
    key: "The key, revealed at the end:",
    verify: "Verify every roll",
    working: "Rolling again…",
    verified: (/** @type {number} */ count) =>
      `All is in order. The key fits the seal, and ${countOf(count, "roll follows", "rolls follow")} from it.`,
    wrong: (/** @type {number} */ n, /** @type {number} */ told, /** @type {number} */ made) =>
      `Roll ${n} is not what the key gives: told ${told}, made ${made}.`,
    broken: "The key does not fit the seal that was shown at the start.",
    roll: "roll",
    line: "in the record",
    sides: "sides",
    told: "told",
    made: "made again",
    changed: "The seal differs from the one this browser saw first.",
  },

  rules: {
    kind: { enforce: "rule", setup: "set-up", display: "shown", base: "base game", question: "unclear in the book" },
    source: { printed: "printed", found: "known from elsewhere", house: "our ruling", base: "not in the book" },
    sourceAbout: {
      printed: "It stands in the rule book, here in our own words.",
      found: "The book at hand doesn't print it; it is known from other editions and from players.",
      base: "The book takes it for known, or leaves it to another book.",
      house: "No book says it, or not clearly: it was settled here so that the game can be played.",
    },
    check: "An example that is tested",
    open: (/** @type {string} */ id) => `Read ${id}`,
    failed: "This can't be read now.",
    around: "Beside it in the book",
    all: "Search all rules",
    heading: "The rules",
    lead: "Every clause of the rule book in our own words, under its number.",
    search: "Find a rule: a word or a number",
    count: (/** @type {number} */ count) => countOf(count, "clause", "clauses"),
  },

  places: {
    find: "Find a place or a unit",
    empty: "empty",
    off: "Off the map",
    used: "used",
    facing: (/** @type {number} */ degrees) => `facing ${COMPASS[Math.round(degrees / 60) % COMPASS.length]}`,
    steps: (/** @type {number} */ steps, /** @type {number} */ full) => `${steps} of ${full} steps`,
    show: (/** @type {string} */ place) => `Show ${place} on the board`,
    house: "Values chosen by us, not printed, are marked †.",
    houseAll: "All values of our own",
    houseTitle: "Values of our own (house)",
    houseLead: "The rulebook prints no such value; these were chosen so that the game works and fits every clue.",
    houseColumns: ["table", "name", "value", "note"],
  },

  tracks: { off: "Off the map" },

  counters: {
    heading: "Counters",
    ours: "chosen by us, not printed",
    legend:
      "Sides differ by colour, by the band at the left and by the strip with the numbers; camps by the letter in the corner. " +
      "Dots are steps, a turned counter with a tick is used up. A † stands by a number that is chosen by us; the figure at a corner says how many lie in a stack.",
  },

  settings: SETTINGS,

  errors: {
    network: "The server can't be reached.",
    odd: (/** @type {number} */ status) => `The server answered ${status}.`,
    busy: "Too many requests at once; wait a moment.",
    wait: (/** @type {number} */ seconds) => `Too much was asked for from here. This page asks again by itself in ${seconds} s.`,
    bug: "Something went wrong in this page; reload it to go on.",
  },
};
