/** Told of every change at a table: by WebSocket, and by asking every two seconds while there is none. */

/** @import {Bell} from "./wire_types.js" */

const POLL = 2000;
const RETRY = 10000;
/** The link of this seat was renewed: it opens nothing any more. */
const NO_SEAT = 4403;

export class Live {
  /**
   * @param {string} id
   * @param {string} token
   * @param {(news?: Bell) => void} changed  looks whether there is something new, as far as it is not told
   */
  constructor(id, token, changed) {
    this.id = id;
    this.token = token;
    this.changed = changed;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.poll = undefined;
    this.connect();
  }

  connect() {
    if (typeof WebSocket !== "function") return this.pollNow();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.id)}/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ seat: this.token }));
      clearInterval(this.poll);
      this.poll = undefined;
    });
    socket.addEventListener("message", (message) => this.changed(JSON.parse(String(message.data))));
    socket.addEventListener("close", ({ code }) => (code === NO_SEAT ? this.changed() : this.fallBack(socket)));
    return undefined;
  }

  pollNow() {
    this.poll ??= setInterval(() => this.changed(), POLL);
  }

  /** @param {WebSocket} socket */
  fallBack(socket) {
    if (socket !== this.socket) return;
    this.pollNow();
    setTimeout(() => this.connect(), RETRY);
  }
}
