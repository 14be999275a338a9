/** What changed is put into what was there: nothing of the old is touched. */

/** @import {Change} from "./wire_types.js" */

/** @param {any} value @param {Change} change @returns {any} */
export function patched(value, change) {
  if (!Array.isArray(change)) return { ...value, ...Object.fromEntries(Object.entries(change).map(([field, one]) => [field, patched(value[field], one)])) };
  if (change[0] === "=") return change[1];
  const list = [...value];
  for (const edit of change.slice(1)) {
    if (edit.length === 2) list[edit[0]] = patched(list[edit[0]], edit[1]);
    else list.splice(edit[0], edit[1], ...edit[2]);
  }
  return list;
}
