// Times relative to now, with the exact time as title.

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const FORMAT = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const REFRESH_MILLIS = 10_000;

let offsetMillis = 0;

/** Sets the current time, if it is not the browser's. */
export function setNow(iso) {
  offsetMillis = new Date(iso).getTime() - Date.now();
  document.querySelectorAll("relative-time").forEach((each) => /** @type {RelativeTime} */ (each).refresh());
}

/** The current time in milliseconds since 1970. */
export function now() {
  return Date.now() + offsetMillis;
}

/** Describes a time relative to now, such as "3 minutes ago". */
export function relative(date) {
  const seconds = (date.getTime() - now()) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) {
      return FORMAT.format(Math.trunc(seconds / size), unit);
    }
  }
  return "now";
}

/** An element `<relative-time datetime="…">` that keeps its text up to date. */
class RelativeTime extends HTMLElement {
  connectedCallback() {
    this.refresh();
    this.timer = setInterval(() => this.refresh(), REFRESH_MILLIS);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  refresh() {
    const date = new Date(this.getAttribute("datetime") ?? "");
    if (Number.isNaN(date.getTime())) {
      return;
    }
    this.title = date.toISOString();
    const text = relative(date);
    if (this.textContent !== text) {
      this.textContent = text;
    }
  }
}

customElements.define("relative-time", RelativeTime);

/** Creates the element for a time. */
export function timeElement(iso) {
  const element = document.createElement("relative-time");
  element.setAttribute("datetime", iso);
  return element;
}
