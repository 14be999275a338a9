/** Where a friend can open a link: this page's own address, or, where that is this machine's alone, one in its network. */

import { TEXTS } from "../text/texts.js";
import { element } from "../widgets/element.js";
import * as api from "./api.js";

/** @import {Part} from "../widgets/element.js" */

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @returns {Promise<{base: string, about: Part[]}>}  base: what links begin with */
export async function whereReached() {
  const words = TEXTS.reach;
  const { host, hostname, href } = location;
  if (!LOOPBACK.test(hostname)) return { base: href, about: [note(words.anywhere(host))] };
  const pages = await api.reach().catch(() => []);
  const hosts = pages.map((page) => new URL(page).host);
  if (!hosts.length) return { base: href, about: [unreached(host)] };
  return { base: pages[0], about: [note(words.network(hosts[0])), hosts.length > 1 ? note(words.more(hosts.slice(1))) : null] };
}

/** @param {string} text */
const note = (text) => element("p", { class: "quiet", "data-reach": "some" }, text);

/** @param {string} host */
function unreached(host) {
  const words = TEXTS.reach;
  return element("div", { class: "warning", "data-reach": "nobody" }, element("p", {}, words.nobody(host)), element("p", {}, element("code", {}, words.command)), element("p", {}, words.kept));
}
