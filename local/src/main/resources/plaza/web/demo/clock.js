// The clock of this machine, which every part of Plaza uses: the pages show it, and can move it.

import { fill, h } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { now, setNow } from "/shared/time.js";
import { formProblem, labelled, sendForm, submitting } from "./forms.js";
import { every } from "./parts.js";

const CLOCK = "/dev/clock";
const SECOND_MILLIS = 1000;
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** What moves the clock in all windows. */
const MOVED = "plaza.demo.clock";

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const FULL = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

let isReal = true;

/** The button in the header. It is hidden until the clock is known. */
const face = h("button", { type: "button", class: "quiet small clock", hidden: true, onclick: open });

addEventListener("storage", (event) => event.key === MOVED && read().then(tell));
document.addEventListener("visibilitychange", () => document.hidden || read());
setInterval(show, SECOND_MILLIS);

/** Reads the clock. From then on, the times of the page agree with it and the button shows it. */
export async function read() {
  try {
    take(await json(CLOCK));
  } catch {
    // a page without the clock shows the times of the browser
  }
}

/** The button that shows the time, and opens the dialog that moves it. */
export function clockButton() {
  return face;
}

/** @param {{now: string, real: boolean}} clock */
function take(clock) {
  setNow(clock.now);
  isReal = clock.real;
  face.hidden = false;
  show();
}

/** Tells the page that its clock was moved, so that what it shows is loaded again. */
function tell() {
  dispatchEvent(new CustomEvent("clock-moved"));
}

function show() {
  const text = isReal ? TIME.format(now()) : `${DAY.format(now())}, ${TIME.format(now())}`;
  if (face.dataset.text !== text) {
    face.dataset.text = text;
    const hour = h("span", { class: "clock-hour" }, `, ${TIME.format(now())}`);
    fill(face, isReal ? text : h("span", null, DAY.format(now()), hour));
    face.setAttribute("aria-label", `Clock: ${text}${isReal ? "" : ", moved"}`);
    face.classList.toggle("moved", !isReal);
  }
}

/**
 * Moves the clock, or returns it to the real time.
 *
 * @param {number} [millis]
 */
async function move(millis) {
  const time = millis === undefined ? undefined : { now: new Date(millis).toISOString() };
  take(await json(CLOCK, time ? { method: "PUT", json: time } : { method: "DELETE" }));
  localStorage.setItem(MOVED, String(performance.timeOrigin + performance.now()));
  tell();
}

function open() {
  const ended = new AbortController();
  const time = h("p", { class: "clock-time" });
  const state = h("p", { class: "muted", role: "status" });
  const chosen = h("input", { id: "clock-now", name: "now", type: "datetime-local", required: true, step: "60" });
  const back = h("button", { type: "button", onclick: () => sendForm(form, () => moved()) }, "Back to the real time");
  const form = h(
    "form",
    { class: "stack", novalidate: true, onsubmit: submitting(() => moved(choice())) },
    h("h2", { id: "clock-title" }, "The clock of Lowmere"),
    h("div", null, time, state),
    h(
      "p",
      { class: "small" },
      "Everything here uses this clock: the times of posts, deadlines, and what expires. Move it to see what happens later.",
    ),
    h(
      "div",
      { class: "row", role: "group", "aria-label": "Move the clock" },
      step("+ 1 hour", HOUR_MILLIS),
      step("+ 1 day", DAY_MILLIS),
      step("+ 1 week", 7 * DAY_MILLIS),
    ),
    h("div", { class: "row clock-choice" }, labelled("Or choose a time", chosen), h("button", null, "Set")),
    formProblem(),
    h("div", { class: "row" }, back, h("button", { type: "button", onclick: () => dialog.close() }, "Close")),
  );
  const dialog = h(
    "dialog",
    { "aria-labelledby": "clock-title", tabindex: "-1", onclose: closed },
    form,
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
  update();
  prefill();
  every(SECOND_MILLIS, update, dialog, ended.signal);

  function step(text, millis) {
    return h("button", { type: "button", onclick: () => sendForm(form, () => moved(now() + millis)) }, text);
  }

  /** The time that was chosen, in milliseconds. */
  function choice() {
    const millis = new Date(chosen.value).getTime();
    if (Number.isNaN(millis)) {
      chosen.focus();
      throw new Error("Choose a date and a time.");
    }
    return millis;
  }

  /** @param {number} [millis] */
  async function moved(millis) {
    await move(millis);
    update();
    prefill();
    if (isReal) {
      dialog.focus(); // the button that had the focus is hidden
    }
  }

  function update() {
    fill(time, FULL.format(now()));
    const text = isReal ? "This is the real time." : "This is not the real time.";
    if (state.textContent !== text) {
      fill(state, text);
    }
    back.hidden = isReal;
  }

  /** The field takes a time without a zone. */
  function prefill() {
    const local = new Date(now() - new Date(now()).getTimezoneOffset() * 60_000);
    chosen.value = local.toISOString().slice(0, 16);
  }

  function closed() {
    ended.abort();
    dialog.remove();
    face.focus();
  }
}
