// Whether the server responds: one bar says that it does not, and requests that read wait for it.

import { fill, h } from "/shared/dom.js";

/** A small file, which no function of the API serves. */
const PROBE = "/shared/icon.svg";
const PAUSE_MILLIS_MIN = 1000;
const PAUSE_MILLIS_MAX = 15_000;

/** Ends when the server responds again. @type {Promise<void> | undefined} */
let back;

/** Says that the server does not respond. The result ends when it responds again. */
export function unreachable() {
  back ??= responds().finally(() => {
    back = undefined;
  });
  return back;
}

async function responds() {
  const bar = /** @type {HTMLElement} */ (document.getElementById("connection"));
  let resume = () => {};
  fill(
    bar,
    h("span", null, "Plaza does not respond. This page tries again until it does."),
    h("button", { type: "button", class: "quiet", onclick: () => resume() }, "Try now"),
  ).hidden = false;
  for (let pause = PAUSE_MILLIS_MIN; ; pause = Math.min(2 * pause, PAUSE_MILLIS_MAX)) {
    await new Promise((end) => {
      resume = () => end(undefined);
      setTimeout(resume, pause);
    });
    try {
      await fetch(PROBE, { method: "HEAD", cache: "no-store" });
      fill(bar).hidden = true;
      return;
    } catch {
      // the next attempt comes after a longer pause
    }
  }
}
