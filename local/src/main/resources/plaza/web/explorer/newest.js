// The newest requests, shown before the rest of the explorer is loaded. A slow network brings the page, and then the six
// files that a browser requests at once: this one, the two that it imports, the two style sheets and the requests.

import { content, fill, h } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";

export const PAGE_SIZE = 40;

/** The newest requests, as index.html preloads them for every view. */
export const NEWEST = `/dev/requests?view=summary&limit=${PAGE_SIZE}`;

/** The response to `NEWEST` when the page was opened. */
export const opened = fetch(NEWEST, { cache: "no-store" }).then((response) => response.json());

/** Formats a number of request units. */
export function units(number) {
  return number === undefined ? "–" : number.toLocaleString("en", { maximumFractionDigits: 1 });
}

export function millis(number) {
  return `${number.toLocaleString("en", { maximumFractionDigits: number < 10 ? 1 : 0 })} ms`;
}

export function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** The label of a status, coloured by its class. */
export function statusBadge(status) {
  const kind = status < 300 ? "good" : status < 500 ? "warning" : "bad";
  return h("span", { class: `badge ${kind}` }, status);
}

const UNIT_NAMES = {
  RRU: "Read request unit: a read of up to 4 KB with strong consistency, or of up to 8 KB with eventual consistency",
  WRU: "Write request unit: a write of up to 1 KB",
};

/** The name of a unit, with what it is as its title. */
export function unitName(name) {
  return h("abbr", { title: UNIT_NAMES[name] }, name);
}

/** What the units are, for where they stand. */
export function unitsExplained() {
  return h(
    "p",
    { class: "hint" },
    "A read request unit (RRU) reads up to 4 KB with strong consistency, or up to 8 KB with eventual consistency. A write ",
    "request unit (WRU) writes up to 1 KB. In transactions, both count twice.",
  );
}

/** The time, units and round trips of a request. */
export function figures(request) {
  return [
    `${millis(request.ms)} · ${units(request.readUnits)} `,
    unitName("RRU"),
    ` · ${units(request.writeUnits)} `,
    unitName("WRU"),
    ` · ${plural(request.roundTrips, "round trip")}`,
  ];
}

/** A request in a list. */
export function requestRow(request) {
  return [
    h(
      "span",
      { class: "row" },
      statusBadge(request.status),
      h("strong", null, request.function || "No route"),
      h("span", { class: "muted" }, timeElement(request.at)),
    ),
    h("span", { class: "code path" }, `${request.method} `, content(request.path)),
    h("span", { class: "figures muted" }, figures(request)),
  ];
}

/** Shows the list that the view of the requests shows later, unless that is loaded already. */
function show({ items }) {
  const main = document.getElementById("main");
  if (items.length === 0 || !main.querySelector("noscript")) {
    return;
  }
  const entries = items.map((each) =>
    h("li", null, h("a", { href: `?view=requests&n=${each.n}` }, requestRow(each))),
  );
  fill(
    main,
    h("div", { class: "row spread heading" }, h("h1", null, "Requests")),
    h("div", { class: "columns" }, h("div", { class: "list" }, h("ul", { class: "entries" }, entries))),
  );
  performance.mark("entries-shown");
}

if (["", "?view=requests"].includes(location.search)) {
  // the view itself says why it cannot be loaded
  opened.then(show, () => {});
}
