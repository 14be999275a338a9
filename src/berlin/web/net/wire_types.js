/**
 * The nouns that come over the wire, as types alone: what the kernel's scene and the server's answers are made of.
 *
 * @typedef {[number, number]} Point
 * @typedef {{key: string, name: string, outline: Point[], anchor: Point, room: number, note: string}} Spot
 * @typedef {{width: number, height: number, picture: string, spots: Spot[]}} Board
 * @typedef {{id: string, name: string, side: string, camp: string, symbol: string, numbers: string[], place: string,
 *   steps: number, full_steps: number, used: boolean, badges: string[], sources: string[], coded: boolean, facing: number}} Piece
 * @typedef {{place: string, kind: string, text: string, camp: string, printed: boolean}} Marker
 * @typedef {{name: string, value: number, first: number, last: number, note: string, seat: number, named: boolean, about: string}} Track
 * @typedef {{name: string, camp: string, places: string[], edge: boolean, usual: boolean,
 *   past: boolean}} Layer
 * @typedef {{key: string, name: string, seat: number, note: string}} Tray
 * @typedef {{seat: number, name: string, text: string, rule: string, key: string, icon: string, notes: string[],
 *   half: Card | null}} Card  without a key: face down
 * @typedef {{name: string, size: number, cards: Card[], note: string}} Pile
 * @typedef {{seat: number, text: string, rule: string}} Prompt
 * @typedef {{text: string, verb: string, unit: string, place: string, label: string, card: string, opens: boolean,
 *   around: string[], said: string}} Choice
 * @typedef {{name: string, used: number, most: number, rule: string}} Limit
 * @typedef {{name: string, cost: number, heading: string, text: string, limits: Limit[], chances: Outcome[],
 *   answers: string[], reason: string, rule: string}} Offer
 * @typedef {{name: string, cost: number, text: string, answers: string[]}} Bought
 * @typedef {{name: string, money: string, total: number, left: number, offers: Offer[], bought: Bought[],
 *   limits: Limit[], open: boolean, rule: string}} Shop
 * @typedef {{name: string, title: string, stand: "done" | "now" | "ahead" | "left out", marks: string, text: string,
 *   rule: string}} Task
 * @typedef {{name: string, tasks: Task[], marks: [string, string][]}} Checklist
 * @typedef {{title: string, text: string, facts: [string, string][], camp: string, layer: string}} Chapter
 * @typedef {{name: string, unit: string, place: string, said: string[], answers: string[]}} Row
 * @typedef {{name: string, text: string, rows: Row[], noun: string, keeps: boolean}} Form
 * @typedef {{game: string, seat: number | null, caption: string, pieces: Piece[], markers: Marker[], tracks: Track[],
 *   cards: Card[], prompt: Prompt | null, choices: Choice[], result: string, trays: Tray[], piles: Pile[],
 *   layers: Layer[], shop: Shop | null, checklist: Checklist | null, chronicle: Chapter[], form: Form | null, lost: string[]}} Scene
 *
 * @typedef {{key: string, title: string, about: string, name: string, page: boolean}} Paper  page: for printing
 * @typedef {{value: number, label: string, rule: string}} Modifier
 * @typedef {{label: string, base: number, modifiers: Modifier[]}} Tally
 * @typedef {{label: string, ways: number, of: number}} Outcome
 * @typedef {{title: string, tallies: Tally[], outcomes: Outcome[], notes: string[]}} Explanation
 * @typedef {{text: string, said: string, legal: boolean, rule: string, reason: string, explanation: Explanation | null,
 *   warnings: string[]}} Verdict
 * @typedef {{id: string, kind: string, gist: string, check: string, source: string}} Clause
 * @typedef {{table: string, name: string, value: string, source: string, note: string}} Datum
 *
 * @typedef {{kind: string, text: string, rules: string[], data: (number | string)[]}} Happening
 * @typedef {{seq: number, seat: number | null, action: string, events: Happening[], number: number,
 *   undoes: number, said: string}} Entry  `undoes` is the entry that an undo took back
 * @typedef {{unit: string, name: string, camp: string, kind: "moved" | "reduced" | "rebuilt" | "came" | "left" | "lost", was: string, now: string}} PieceChange
 * @typedef {{name: string, was: number, now: number, seat: number}} Turned
 * @typedef {{kind: string, lines: string[], rules: string[], sums: string[], chapter: string, units: string[], path: string[], places: string[],
 *   dice: number[], card: Card | null, changes: PieceChange[], tracks: Turned[], pieces: Piece[], gone: string[], markers: Marker[] | null}} Beat  one thing that is shown at a time
 * @typedef {{seq: number, seat: number | null, beats: Beat[]}} Episode  what an entry of the log led to
 * @typedef {{since: number, seq: number, episodes: Episode[]}} StoryTold
 * @typedef {{expected: string[], feared: string[], chances: string[]}} Reasons
 * @typedef {Reasons & {seq: number}} Told  why the machine did the entry of this number
 * @typedef {Reasons & {seq: number, action: string}} Hint
 * @typedef {{seat: string, name: string, player: string, here: boolean, open: boolean}} Sitter  the seat's name and the player's; open: nobody has it yet
 * @typedef {{id: string, game: string, seats: Sitter[], seat: number | null, seq: number, commitment: string,
 *   key: string, study: boolean, foretold: boolean, hints: boolean, scene: Scene, log: Entry[], undo: string, turn_of: number[],
 *   mark: string, resign: Choice | null}} Sight  resign: how the seat that looks gives the game up, while it is asked; undo: why nothing can be taken back, as far as it is known at once
 * @typedef {{since: number, have: string}} Known  the last entry of the log that was read, -1: none; and the mark of the scene that is here
 * @typedef {Omit<Sight, "scene"> & {scene?: Scene, patch?: Change}} Update  the scene, or what makes it of the one that was here
 * @typedef {any[] | {[field: string]: any}} Change  ["=", value], ["~", ...edits of a list], or the changes of an object's fields
 * @typedef {{seq: number, here: number[], open: number[]}} Bell  rung at every change: where the table stands, the seats that are here, and those that nobody has yet
 *
 * @typedef {{key: string, title: string, about: string, values: {value: string, title: string}[]}} Option
 * @typedef {{key: string, title: string, about: string, options: Option[]}} Scenario
 * @typedef {{code: string, title: string, book: string, seats: string[], scenarios: Scenario[],
 *   players: string[], machines: Machine[], usual: string, variant: string}} GameInfo  usual: the machine to begin with
 * @typedef {{name: string, says: string, level: boolean}} Machine
 * @typedef {{id: string, game: string, title: string, names: Record<string, string>, seats: string[],
 *   players: string[], seq: number, deciders: number[], caption: string, result: string, updated: string}} TableInfo
 * @typedef {{id: string, seats: Record<string, string>, invitations: Record<string, string>, host: string, commitment: string}} Created
 */

export {};
