/**
 * What others did since one last acted, shown step by step: it starts from the scene that was seen last, takes in what
 * comes meanwhile, and ends at the table as it is. A player sets its pace, and can skip, pause and watch it again.
 */

import { preferences } from "../net/preferences.js";
import { announce } from "../text/announce.js";
import { openAccount } from "./account.js";
import { beatsOf, linesOf, march, sceneAfter, stay } from "./beats.js";
import { isNews } from "./log.js";
import { Recap } from "./recap.js";
import { isCalm, Stage } from "./stage.js";
import { Strip } from "./strip.js";

/** @import {Board} from "../board/board.js" */
/** @import {Entry, Episode, Scene, Sight} from "../net/wire_types.js" */
/** @import {Told} from "./beats.js" */

/** One's own action is a story too if so much came of it. */
const LONG = 6;
/** What waits longer than so many steps is cut short: whoever watches machines would else fall ever further behind. */
const MOST = 90;

export class Story {
  /**
   * @param {Board} board
   * @param {{strip: HTMLElement, recap: HTMLElement}} boxes
   * @param {{
   *   fetch: (since: number) => Promise<{seq: number, episodes: Episode[]}>,
   *   moment: (seq: number) => Promise<Sight>,
   *   hold: (sight: Sight | null) => void,
   *   draw: (scene: Scene) => void,
   *   ended: (said: string) => void,
   *   own: (seat: number | null) => boolean,
   *   seat: (seat: number | null) => string,
   *   left: () => void,
   *   now: () => Scene,
   *   jump: (seq: number) => void,
   * }} hooks  hold: the page shows this sight and takes no answers, until null; ended: what is to be said to who listens
   */
  constructor(board, boxes, hooks) {
    this.hooks = hooks;
    this.strip = new Strip(boxes.strip, { toggle: () => this.toggle(), next: () => this.next(), skip: () => this.skip(), paced: () => this.paced(), seat: hooks.seat });
    this.recap = new Recap(boxes.recap, { seat: hooks.seat, own: hooks.own, again: () => this.again(), full: () => this.account(), left: hooks.left });
    const free = board.camera.free;
    this.stage = new Stage(board);
    board.camera.free = () => {
      const { width, height } = free();
      return { width, height: Math.max(120, height - (this.strip.node.hidden ? 0 : this.strip.node.offsetHeight)) };
    };
    this.on = false;
    this.paused = false;
    /** The sight that it starts from. @type {Sight | null} */
    this.first = null;
    /** All of its beats, and which comes next. @type {Told[]} */
    this.beats = [];
    this.at = 0;
    /** What was fetched last, and what there is. */
    this.known = 0;
    this.latest = 0;
    this.fetching = false;
    /** Counts the stories, so that what was fetched for another is not taken for this one. */
    this.number = 0;
    this.skipped = false;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.addEventListener("visibilitychange", () => this.on && !document.hidden && !this.timer && this.proceed());
  }

  /** Whether it tells what is new; then the page waits for its end. @param {Sight} before @param {Sight} now @param {Entry[]} fresh */
  take(before, now, fresh) {
    this.latest = now.seq;
    if (this.on || this.skipped) {
      void this.read();
      // What was skipped is skipped up to one's own decision.
      this.skipped &&= now.seat === null || !now.turn_of.includes(now.seat);
      return this.on;
    }
    if (preferences.pace === "off" || !fresh.length || !this.isTold(fresh) || before.seat !== now.seat) return false;
    this.begin(before, fresh[0].seq - 1);
    return true;
  }

  /** @param {Entry[]} fresh */
  isTold(fresh) {
    const news = fresh.map((entry) => ({ entry, many: entry.events.filter(isNews).length }));
    return news.some(({ entry, many }) => (this.hooks.own(entry.seat) ? many >= LONG : entry.seat !== null && many > 0));
  }

  /** Tells all that came after this moment. @param {number} seq @param {number} latest */
  async from(seq, latest) {
    const then = await this.hooks.moment(seq).catch(() => null);
    if (!then || this.on) return;
    this.latest = latest;
    this.begin(then, seq);
  }

  /** @param {Sight} first @param {number} since */
  begin(first, since) {
    this.first = first;
    this.number++;
    this.beats = [];
    this.known = since;
    this.start();
    void this.read();
  }

  start() {
    if (!this.first) return;
    this.on = true;
    this.paused = false;
    this.at = 0;
    this.recap.close();
    const { scene } = this.first;
    this.scene = { ...scene, prompt: null, choices: [], result: "" };
    this.hooks.hold({ ...this.first, scene: this.scene });
  }

  async read() {
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.known < this.latest) {
        const { number } = this;
        const { seq, episodes } = await this.hooks.fetch(this.known);
        if (number !== this.number) continue;
        if (seq <= this.known) break;
        this.known = seq;
        this.beats.splice(this.at, Infinity, ...beatsOf(episodes, this.beats.slice(this.at)));
        this.strip.tally(this.at, this.beats.length);
      }
    } catch {
      // What can't be told can still be seen.
      this.known = this.latest;
    } finally {
      this.fetching = false;
    }
    if (this.on && !this.timer) this.proceed();
    else if (!this.on && this.beats.length) this.recap.show(this.beats);
  }

  /** The next step, or the end. */
  proceed() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.on || this.paused || document.hidden) return;
    for (const beat of this.beats.slice(this.at, Math.max(this.at, this.beats.length - MOST))) this.pass(beat);
    const beat = this.beats[this.at];
    if (beat) this.show(beat);
    else if (!this.fetching && this.known >= this.latest) this.end();
  }

  /** Takes a beat as seen. @param {Told} beat */
  pass(beat) {
    this.at++;
    this.scene = sceneAfter(/** @type {Scene} */ (this.scene), beat);
  }

  /** @param {Told} beat */
  show(beat) {
    const { pace } = preferences;
    const time = march(beat, pace);
    this.strip.open(true);
    this.strip.runs(!this.paused);
    this.pass(beat);
    this.strip.tally(this.at, this.beats.length);
    this.strip.show(beat);
    this.stage.point(beat, time);
    this.hooks.draw(/** @type {Scene} */ (this.scene));
    this.stage.walk(beat, time);
    const who = this.hooks.seat(beat.seat);
    announce(`${who ? `${who}: ` : ""}${linesOf(beat, 6).join(". ")}.${beat.card ? ` ${beat.card.name}: ${beat.card.text}` : ""}`);
    const walked = beat.path.length > 1 && !isCalm() ? time : 0;
    this.timer = setTimeout(() => this.proceed(), walked + stay(beat, pace));
  }

  toggle() {
    if (!this.on) return;
    this.paused = !this.paused;
    this.strip.runs(!this.paused);
    this.proceed();
  }

  /** One step on, by hand. */
  next() {
    if (!this.on) return;
    const { paused } = this;
    this.paused = false;
    this.proceed();
    this.paused = paused;
    if (!paused || !this.on) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.strip.runs(false);
  }

  /** Another pace holds from now on. */
  paced() {
    if (preferences.pace === "off") this.skip();
    else this.proceed();
  }

  /** The table as it is, at once. */
  skip() {
    if (!this.on) return;
    this.at = this.beats.length;
    this.skipped = true;
    this.end();
  }

  end() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.on = false;
    const had = this.strip.node.contains(document.activeElement);
    this.strip.open(false);
    this.stage.clear();
    this.hooks.hold(null);
    if (this.beats.length) this.recap.show(this.beats);
    this.hooks.ended(this.recap.aloud(this.beats));
    if (had) this.hooks.left();
  }

  /** From its beginning once more. */
  again() {
    if (this.on || !this.first) return;
    this.start();
    this.proceed();
  }

  /** All that it came to. */
  account() {
    if (!this.first) return;
    openAccount({ first: this.first.scene, last: this.hooks.now(), told: this.beats }, { spots: new Set(this.stage.board.spots.keys()), jump: this.hooks.jump });
  }

  /** One acts oneself: what was told is old. */
  close() {
    if (this.on) return;
    this.skipped = false;
    this.number++;
    this.beats = [];
    this.known = this.latest;
    this.recap.close();
  }
}
