// Requests: each call to the API, what it sent and received, and what it did in DynamoDB.

import { content, copyButton, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { LogView } from "./log.js";
import { figures, methodName, requestTable, statusBadge, units, unitsExplained } from "./newest.js";
import { bodyBlock, callList, invocationList } from "./parts.js";

/** The tabs of a request: the value in the address, the title, and what the tab shows. */
const TABS = [
  ["", "DynamoDB", work],
  ["request", "Request", (request) => message(request.request, `${request.method} ${request.path}`)],
  ["response", "Response", (request) => message(request.response, `Status ${request.status}`)],
  ["stream", "Stream", stream],
];

class Requests extends LogView {
  view = "requests";
  kind = "request";
  heading = "Requests";
  filterHint = "Function, path or status";
  placeholder = "Select a request to see what it read and wrote.";

  empty() {
    return emptyState(
      "No request yet",
      "Send a request to the API. It appears here with its cost.",
      h("a", { class: "button primary", href: address({ view: "patterns" }) }, "Choose an access pattern"),
    );
  }

  entries(requests) {
    const { contains, n, sort = "" } = this.params;
    const heading = ([field, title, text]) => {
      const [first, second] = text ? [`-${field}`, field] : [field, `-${field}`];
      const next = sort === first ? second : sort === second ? undefined : first;
      return h(
        "th",
        {
          scope: "col",
          class: text && `number ${field}`,
          "aria-sort": sort === field ? "ascending" : sort === `-${field}` && "descending",
        },
        h("a", { id: `sort-${field}`, href: address({ view: "requests", contains, n, sort: next }) }, title, sort === field ? " ↑" : sort === `-${field}` && " ↓"),
      );
    };
    return requestTable(requests, heading, () => "");
  }

  details(request) {
    this.request = request;
    this.tabs = h("nav", { class: "tabs", "aria-label": "Parts of the request" });
    this.panel = h("div", { class: "stack" });
    this.showTab();
    return h(
      "div",
      { class: "stack" },
      h("div", { class: "row" }, methodName(request.method), h("h2", null, request.function || "No route"), statusBadge(request.status)),
      h("p", { class: "code" }, content(request.path)),
      h(
        "div",
        { class: "row muted" },
        h("span", { class: "figures" }, figures(request)),
        timeElement(request.at),
        copyButton(curl(request), "curl command", "Copy curl"),
        request.function && h("a", { href: address({ view: "patterns", operation: request.function }) }, "Access pattern"),
      ),
      this.tabs,
      this.panel,
    );
  }

  showTab() {
    const { tab = "", ...params } = this.params;
    const [, , part] = TABS.find(([name]) => name === tab) ?? TABS[0];
    const focused = this.tabs.contains(document.activeElement);
    fill(
      this.tabs,
      TABS.map(([name, title]) => h("a", { href: address({ ...params, tab: name }), "aria-current": name === tab && "page" }, title)),
    );
    fill(this.panel, part(this.request));
    if (focused) {
      this.tabs.querySelector("[aria-current]")?.focus();
    }
  }
}

function curl({ method, path, request }) {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const type = request.headers["content-type"];
  return [
    `curl -X ${method} ${quote(location.origin + path)}`,
    ' -H "authorization: Bearer $TOKEN"',
    type && ` -H ${quote(`content-type: ${type}`)}`,
    request.body && ` --data-binary ${quote(request.body)}`,
  ]
    .filter(Boolean)
    .join("");
}

/** The headers and the body of a request or a response. */
function message({ headers, body, bytes = 0 }, first) {
  return [
    h("h3", null, "Headers"),
    h(
      "dl",
      { class: "attributes code" },
      h("dt", null, first),
      h("dd", null),
      Object.entries(headers).map(([name, value]) => [h("dt", null, name), h("dd", null, content(value))]),
    ),
    h("h3", null, "Body"),
    bytes === 0 ? h("p", { class: "muted" }, "Empty.") : bodyBlock(body, bytes),
  ];
}

/** The requests to DynamoDB: their sums, whether they are documented, and each of them. */
function work(request) {
  return [
    documentation(request),
    request.sums.length > 0 && sumsTable(request),
    request.sums.length > 0 && unitsExplained(),
    h("h3", null, "Requests to DynamoDB"),
    callList(request.calls, request.roundTrips),
  ];
}

/** The documented case that a request is like, or the rule that its cost follows. */
function documentation({ function: name, status, documented, rule }) {
  if (!name || status >= 300) {
    return null;
  }
  return h(
    "p",
    null,
    documented
      ? [h("span", { class: "badge good" }, "As documented"), ` It sends the same requests as the documented case: ${documented.when}.`]
      : "No documented case is like this request.",
    rule && [" The rule of the route: ", inCode(rule)],
  );
}

/** The sums of the requests to DynamoDB by their kind, which explain the cost. */
function sumsTable({ sums, roundTrips, readUnits, writeUnits }) {
  const numbers = (values) => values.map((value) => h("td", { class: "number" }, value === null ? "" : units(value)));
  return h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Requests to DynamoDB by kind" },
    h(
      "table",
      { class: "sums" },
      h("caption", { class: "visually-hidden" }, "The requests to DynamoDB by operation and key, and their cost"),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "Kind"),
          ["Requests", "Items", "RRU", "WRU"].map((title) => h("th", { scope: "col", class: "number" }, title)),
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
              each.operation,
              each.index && [" ", h("span", { class: "badge" }, each.index)],
              each.rejected && [" ", h("span", { class: "badge warning" }, "rejected")],
              h("div", { class: "code muted" }, each.families),
            ),
            numbers([each.requests, each.items, each.readUnits, each.writeUnits]),
          ),
        ),
        h("tr", { class: "total" }, h("th", { scope: "row" }, "Measured"), numbers([roundTrips, null, readUnits, writeUnits])),
      ),
    ),
  );
}

/** The invocations of stream functions that processed what a request wrote. */
function stream(request) {
  const part = h("div", { class: "stack" });
  const load = async () => {
    fill(part, loadingState());
    try {
      const { items, written } = await json(`/dev/stream-records?request=${request.n}`);
      fill(
        part,
        items.length > 0
          ? invocationList(items, ({ n }) => address({ view: "streams", n }))
          : written === 0
            ? h("p", { class: "muted" }, "The request wrote nothing.")
            : emptyState(
                "Not processed yet",
                "No stream function has processed what the request wrote, or its record is not in the log any more.",
                h("button", { type: "button", onclick: load }, "Look again"),
              ),
      );
    } catch (fault) {
      fill(part, errorState(fault, load));
    }
  };
  load();
  return part;
}

/** A text in which what stands between backticks is code. */
function inCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? h("code", null, part) : part));
}

customElements.define("plaza-requests", Requests);
