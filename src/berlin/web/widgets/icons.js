/** Signs on buttons, drawn: what a font has can't be relied on. */

import { button, svg } from "./element.js";

/** @import {Attributes} from "./element.js" */

/** Strokes in a box of 24 by 24. */
const PATHS = {
  home: "M3 11L12 4L21 11M6 10V20H18V10",
  gear: "M12 8.500a3.500 3.500 0 1 0 .01 0M12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M18.700 5.300l-2.100 2.100M7.400 16.600l-2.100 2.100",
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  target: "M12 6a6 6 0 1 0 .01 0M12 2V7M12 17V22M2 12H7M17 12H22",
  layers: "M12 4L21 9L12 14L3 9zM4 13L12 17.500L20 13",
  arrow: "M5 19L18 6M9 6H18V15",
  rub: "M9 5H21V19H9L3 12zM12 9.500L17 14.500M17 9.500L12 14.500",
  first: "M6 5V19M19 5L9 12L19 19z",
  back: "M16 5L7 12L16 19z",
  play: "M7 4L19 12L7 20z",
  pause: "M8 5V19M16 5V19",
  forward: "M8 5L17 12L8 19z",
  close: "M6 6L18 18M18 6L6 18",
  help: "M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .6-1.500 1.200-1.500 2.300M12 18.500v.1",
  book: "M4 5C7 4 10 4.500 12 6.500C14 4.500 17 4 20 5V18.500C17 17.500 14 18 12 20C10 18 7 17.500 4 18.500zM12 6.500V20",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": true },
    svg("path", { d: PATHS[name], fill: "none", stroke: "currentColor", "stroke-width": 2.2, "stroke-linejoin": "round", "stroke-linecap": "round" }),
  );
}

/** A button with a sign on it. @param {IconName} name @param {() => void} act @param {Attributes} attributes */
export function iconButton(name, act, attributes) {
  const made = button("", act, attributes);
  made.append(icon(name));
  return made;
}

/** Puts the signs into the page's own buttons. */
export function drawIcons() {
  for (const node of document.querySelectorAll("[data-icon]")) {
    node.replaceChildren(icon(/** @type {IconName} */ (node.getAttribute("data-icon"))));
  }
}
