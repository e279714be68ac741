// Parts that several views share.

import { copyButton } from "/shared/copy.js";
import { content, h } from "/shared/dom.js";
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

const KEYS_SHOWN = 10;

/** The requests to DynamoDB behind a request or an invocation. */
export function callList(calls, roundTrips) {
  if (calls.length === 0) {
    return h("p", { class: "muted" }, "No request to DynamoDB.");
  }
  return h(
    "ol",
    { class: "calls" },
    calls.map((call) =>
      h(
        "li",
        { class: "card" },
        h(
          "div",
          { class: "row spread" },
          h(
            "span",
            { class: "row" },
            h("strong", null, call.operation),
            call.index && h("span", { class: "badge" }, call.index),
            call.failed && h("span", { class: "badge warning" }, "rejected"),
          ),
          h(
            "span",
            { class: "muted" },
            plural(call.items, "item"),
            call.readUnits > 0 && ` · ${units(call.readUnits)} RRU`,
            call.writeUnits > 0 && ` · ${units(call.writeUnits)} WRU`,
          ),
        ),
        h(
          "ul",
          { class: "keys" },
          call.keys.slice(0, KEYS_SHOWN).map((key) => h("li", null, keyLink(key, call.index))),
          call.keys.length > KEYS_SHOWN &&
            h("li", { class: "muted" }, `and ${call.keys.length - KEYS_SHOWN} more`),
        ),
      ),
    ),
    roundTrips > calls.length &&
      h("li", { class: "muted" }, `and ${roundTrips - calls.length} more requests`),
  );
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
