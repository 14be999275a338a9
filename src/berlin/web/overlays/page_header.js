/** What a page over the board begins with. */

import { element } from "../widgets/element.js";

/** @import {Part} from "../widgets/element.js" */

/** @param {string} title @param {...Part} lead */
export const pageHeader = (title, ...lead) => element("header", {}, element("h2", {}, title), element("p", { class: "quiet" }, ...lead));
