// Parts that several views share.

import { content, copyButton, fill, h } from "/shared/dom.js";
import { address } from "/shared/router.js";

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

const INDEX_OF_KEY = { gsiOnePk: "gsiOne", gsiTwoPk: "gsiTwo" };

/** A key of a call, as a link to its item collection. */
export function keyLink(key, index) {
  const [name, pk] = Object.entries(key)[0] ?? ["pk", ""];
  const collection = index || INDEX_OF_KEY[name] || "";
  const text = [pk, key.sk ?? key.condition].filter((part) => part !== undefined).join("  ›  ");
  return h(
    "a",
    { class: "code", href: address({ view: "table", index: collection, pk, sk: key.sk }) },
    content(text),
  );
}

const CALLS_SHOWN = 10;
const KEYS_SHOWN = 5;

/** The requests to DynamoDB behind a request or an invocation, a page of them at a time. */
export function callList(calls, roundTrips) {
  if (calls.length === 0) {
    return h("p", { class: "muted" }, "No request to DynamoDB.");
  }
  const list = h("ol", { class: "calls" });
  const pages = h("div", { class: "row" });
  const show = (from) => {
    const to = Math.min(from + CALLS_SHOWN, calls.length);
    fill(
      list,
      calls.slice(from, to).map(call),
      to === calls.length &&
        roundTrips > calls.length &&
        h("li", { class: "muted" }, `and ${roundTrips - calls.length} more requests`),
    );
    fill(
      pages,
      h("span", { class: "muted" }, `${from + 1} to ${to} of ${roundTrips}`),
      from > 0 && h("button", { type: "button", onclick: () => show(from - CALLS_SHOWN) }, "Previous"),
      to < calls.length && h("button", { type: "button", onclick: () => show(to) }, "Next"),
    );
  };
  show(0);
  return calls.length > CALLS_SHOWN ? [list, pages] : list;
}

function call({ operation, index, failed, items, readUnits, writeUnits, keys }) {
  const list = h("ul", { class: "keys" }, keys.slice(0, KEYS_SHOWN).map((key) => h("li", null, keyLink(key, index))));
  const texts = () => keys.map((key) => Object.values(key).join("  ›  ")).join("\n");
  return h(
    "li",
    { class: "card" },
    h(
      "div",
      { class: "row spread" },
      h(
        "span",
        { class: "row" },
        h("strong", null, operation),
        index && h("span", { class: "badge" }, index),
        failed && h("span", { class: "badge warning" }, "rejected"),
      ),
      h(
        "span",
        { class: "muted" },
        plural(items, "item"),
        readUnits > 0 && ` · ${units(readUnits)} RRU`,
        writeUnits > 0 && ` · ${units(writeUnits)} WRU`,
      ),
    ),
    list,
    keys.length > KEYS_SHOWN &&
      h(
        "details",
        {
          ontoggle: (event) => {
            const details = event.target;
            details.querySelector(".json")?.remove();
            if (details.open) {
              details.append(jsonBlock(texts(), "keys"));
            }
          },
        },
        h("summary", null, `All ${keys.length} keys`),
      ),
  );
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

/** A text of JSON with a button that copies it. */
export function jsonBlock(value, label) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return h(
    "div",
    { class: "json" },
    h("pre", { tabindex: "0", role: "region", "aria-label": label }, h("bdi", null, text)),
    copyButton(text, label),
  );
}
