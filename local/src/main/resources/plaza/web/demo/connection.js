// Whether the server responds: one bar says that it does not, and requests that read wait for it.

import { fill } from "/shared/dom.js";

const PAUSE_MILLIS_MIN = 1000;
const PAUSE_MILLIS_MAX = 15_000;

let pause = PAUSE_MILLIS_MIN;

/** The end of the current pause. @type {Promise<void> | undefined} */
let again;

/** Says that the server does not respond. The result ends when it is worth another request. */
export function unreachable() {
  fill(bar(), "Plaza does not respond. This page tries again until it does.").hidden = false;
  if (!again) {
    again = new Promise((resume) => setTimeout(resume, pause)).then(() => {
      again = undefined;
    });
    pause = Math.min(2 * pause, PAUSE_MILLIS_MAX);
  }
  return again;
}

/** The server has responded. */
export function reached() {
  if (pause !== PAUSE_MILLIS_MIN) {
    pause = PAUSE_MILLIS_MIN;
    fill(bar()).hidden = true;
  }
}

function bar() {
  return /** @type {HTMLElement} */ (document.getElementById("connection"));
}
