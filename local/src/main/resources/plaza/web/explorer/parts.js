// Parts that several views share.

import { content, copyButton, fill, h } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { millis, plural, units } from "./newest.js";

const INDEX_OF_KEY = { gsiOnePk: "gsiOne", gsiTwoPk: "gsiTwo" };

/** A key of a call, as a link to its item collection. */
export function keyLink(key, index) {
  const [name, pk] = Object.entries(key)[0] ?? ["pk", ""];
  const collection = index || INDEX_OF_KEY[name] || "";
  const text = [pk, key.sk ?? key.condition].filter((part) => part !== undefined).join(" › ");
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
  const texts = () => keys.map((key) => Object.values(key).join(" › ")).join("\n");
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

/** Invocations of stream functions as a list of links. */
export function invocationList(invocations, link) {
  return h(
    "ul",
    { class: "entries" },
    invocations.map((invocation) => h("li", null, h("a", { "data-n": invocation.n, href: link(invocation) }, invocationRow(invocation)))),
  );
}

function invocationRow(invocation) {
  const [first] = invocation.records;
  return [
    h(
      "span",
      { class: "row" },
      h("strong", null, invocation.function),
      invocation.error && h("span", { class: "badge bad" }, "failed"),
      h("span", { class: "muted" }, timeElement(invocation.at)),
    ),
    h("span", { class: "code path" }, content(`${first?.pk ?? ""} › ${first?.sk ?? ""}`)),
    h("span", { class: "figures muted" }, invocationSummary(invocation)),
  ];
}

/** How many records an invocation had, and what they took. */
export function invocationSummary(invocation) {
  return `${plural(invocation.recordCount, "record")} · ${plural(invocation.roundTrips, "request")} · ${millis(invocation.ms)}`;
}

/** A body, as JSON if it is one, of which the log keeps only the beginning if it is long. */
export function bodyBlock(body, bytes) {
  if (body === undefined) {
    return h("p", { class: "muted" }, `${plural(bytes, "byte")}, which are no text.`);
  }
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // no JSON, or only its beginning
  }
  const kept = new TextEncoder().encode(body).length;
  return [kept < bytes && h("p", { class: "muted" }, `The first ${plural(kept, "byte")} of ${plural(bytes, "byte")}.`), jsonBlock(text, "body")];
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
