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
        h("tr", null, h("th", { scope: "col" }, "Cost"), h("th", { scope: "col", class: "number" }, "Measured"), request.budget && h("th", { scope: "col", class: "number" }, "Documented")),
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
            request.budget && h("td", { class: "number" }, units(request.budget[name])),
          ),
        ),
      ),
    ),
    unitsExplained(),
    request.budget &&
      h(
        "p",
        { class: "hint" },
        `The documented cost is that of this case: ${request.budget.when}.`,
        request.budget.limited &&
          " It includes one write request unit and one round trip for the rate limit, which is off on this machine by default.",
      ),
  );
}

customElements.define("plaza-requests", Requests);
