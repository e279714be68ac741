// Requests: each call to the API, and the requests to DynamoDB behind it.

import { content, copyButton, emptyState, h } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { LogView } from "./log.js";
import { millis, requestRow, statusBadge, unitName, units, unitsExplained } from "./newest.js";
import { callList } from "./parts.js";

class Requests extends LogView {
  view = "requests";
  kind = "request";
  heading = "Requests";
  filterHint = "Function, path or status";
  row = requestRow;
  placeholder = "Select a request to see what it read and wrote.";

  empty() {
    return emptyState(
      "No request yet",
      "Send a request to the API. It appears here with its cost.",
      h("a", { class: "button primary", href: address({ view: "patterns" }) }, "Choose an access pattern"),
    );
  }

  details(request) {
    const curl = `curl -X ${request.method} '${location.origin}${request.path.replaceAll("'", "%27")}' -H "authorization: Bearer $TOKEN"`;
    return h(
      "div",
      { class: "stack" },
      h("div", { class: "row" }, h("h2", null, request.function || "No route"), statusBadge(request.status)),
      h("p", { class: "code" }, `${request.method} `, content(request.path)),
      h(
        "div",
        { class: "row muted" },
        timeElement(request.at),
        h("span", null, millis(request.ms)),
        copyButton(curl, "curl command", "Copy curl"),
        request.function && h("a", { href: address({ view: "patterns", operation: request.function }) }, "Access pattern"),
        request.function && h("a", { href: address({ view: "costs" }) }, "Costs"),
      ),
      costTable(request),
      h("h3", null, "Requests to DynamoDB"),
      callList(request.calls, request.roundTrips),
    );
  }
}

function costTable(request) {
  const rows = [
    [unitName("RRU"), "readUnits"],
    [unitName("WRU"), "writeUnits"],
    ["Round trips", "roundTrips"],
  ];
  return h(
    "div",
    { class: "stack tight" },
    h(
      "table",
      null,
      h("caption", { class: "visually-hidden" }, "The cost of this request and its documented cost"),
      h(
        "thead",
        null,
        h("tr", null, h("th", { scope: "col" }, "Cost"), h("th", { scope: "col", class: "number" }, "Measured"), request.documented && h("th", { scope: "col", class: "number" }, "Documented")),
      ),
      h(
        "tbody",
        null,
        rows.map(([label, name]) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, label),
            h("td", { class: "number" }, units(request[name])),
            request.documented && h("td", { class: "number" }, units(request.documented[name])),
          ),
        ),
      ),
    ),
    unitsExplained(),
    documentation(request),
    request.sums.length > 0 && sumsTable(request.sums),
  );
}

/** The documented case that a request is like, or the rule that its cost follows. */
function documentation({ function: name, status, documented, rule }) {
  if (!name || status >= 300) {
    return null;
  }
  return h(
    "p",
    { class: "hint" },
    documented ? `Sends the same requests as the documented case: ${documented.when}.` : "No documented case is like this request.",
    rule && [" The rule of the route: ", inCode(rule)],
  );
}

/** The sums of the requests to DynamoDB by their kind, which explain the cost. */
function sumsTable(sums) {
  return h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Requests to DynamoDB by kind" },
    h(
      "table",
      null,
      h("caption", { class: "visually-hidden" }, "The requests to DynamoDB by operation and key, and their cost"),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "Requests to DynamoDB"),
          [["Requests"], ["Items"], ["RRU"], ["WRU"]].map(([title]) => h("th", { scope: "col", class: "number" }, title)),
        ),
      ),
      h(
        "tbody",
        null,
        sums.map((each) =>
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row" },
              h("strong", null, each.operation),
              " ",
              h("span", { class: "code" }, each.families),
              each.index && [" ", h("span", { class: "badge" }, each.index)],
              each.rejected && [" ", h("span", { class: "badge warning" }, "rejected")],
            ),
            [each.requests, each.items, each.readUnits, each.writeUnits].map((number) => h("td", { class: "number" }, units(number))),
          ),
        ),
      ),
    ),
  );
}

/** A text in which what stands between backticks is code. */
function inCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? h("code", null, part) : part));
}

customElements.define("plaza-requests", Requests);
