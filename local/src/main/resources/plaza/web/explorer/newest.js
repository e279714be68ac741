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

/** A method in its colour. */
export function methodName(method) {
  return h("span", { class: `method ${method.toLowerCase()}` }, method);
}

/** The columns of the requests: the field, its heading, and its text if it is a number. */
export const COLUMNS = [
  ["method", "Method"],
  ["status", "Status"],
  ["function", "Request"],
  ["readUnits", "RRU", units],
  ["writeUnits", "WRU", units],
  ["roundTrips", "Round trips", units],
  ["ms", "Time", millis],
];

/** The requests as a table. `heading(column)` is the content of a heading, `link(request)` returns the address of a row. */
export function requestTable(requests, heading, link) {
  return h(
    "table",
    { class: "entries" },
    h("caption", { class: "visually-hidden" }, "Requests to the API"),
    h("thead", null, h("tr", null, COLUMNS.map(heading), h("th", { scope: "col", class: "when" }, "When"))),
    h("tbody", null, requests.map((request) => requestRow(request, link))),
  );
}

function requestRow(request, link) {
  return h(
    "tr",
    null,
    h("td", null, methodName(request.method)),
    h("td", null, statusBadge(request.status)),
    h("td", { class: "what" }, h("a", { "data-n": request.n, href: link(request) }, request.function || "No route"), content(request.path, { class: "code path" })),
    COLUMNS.filter(([, , text]) => text).map(([field, , text]) => h("td", { class: `number ${field}` }, text(request[field]))),
    h("td", { class: "when" }, timeElement(request.at)),
  );
}

/** Shows the list that the view of the requests shows later, unless that is loaded already. */
function show({ items }) {
  const main = document.getElementById("main");
  if (items.length === 0 || !main.querySelector("noscript")) {
    return;
  }
  const heading = ([, title, text]) => h("th", { scope: "col", class: text && "number" }, title);
  fill(
    main,
    h("div", { class: "row spread heading" }, h("h1", null, "Requests")),
    h("div", { class: "columns" }, h("div", { class: "list" }, requestTable(items, heading, ({ n }) => `?view=requests&n=${n}`))),
  );
  performance.mark("entries-shown");
}

if (["", "?view=requests"].includes(location.search)) {
  // the view itself says why it cannot be loaded
  opened.then(show, () => {});
}
