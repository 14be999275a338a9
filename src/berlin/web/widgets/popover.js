/** Where a popover lies: as near as can be to where it should, and wholly in sight. */

const MARGIN = 8;

/** @param {HTMLElement} box @param {number} left @param {number} top */
export function placeInSight(box, left, top) {
  const { width, height } = box.getBoundingClientRect();
  box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  box.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`;
}
