// Requests: each call to the API, and the requests to DynamoDB behind it.

import { copyButton } from "/shared/copy.js";
import { content, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { latest, listen, start } from "./live.js";
import { callList, millis, plural, statusBadge, units } from "./parts.js";

const SHOWN_STEP = 100;

class Requests extends HTMLElement {
  connectedCallback() {
    this.shown = SHOWN_STEP;
    this.list = h("div", { class: "list" });
    this.detail = h("section", { class: "detail", "aria-label": "Request" });
    this.waiting = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.refresh() });
    this.filter = h("input", {
      id: "request-filter",
      type: "search",
      placeholder: "Function, path or status",
      oninput: () => this.refresh(),
    });
    fill(
      this,
      h(
        "div",
        { class: "row spread heading" },
        h("h1", null, "Requests"),
        h("div", { class: "row" }, this.waiting, h("label", { class: "visually-hidden", for: "request-filter" }, "Filter"), this.filter),
      ),
      h("div", { class: "columns" }, this.list, this.detail),
    );
    this.list.addEventListener("pointerleave", () => this.refresh());
    fill(this.list, loadingState("Loading the requests"));
    this.end = listen("request", () => this.arrived());
    this.load();
  }

  disconnectedCallback() {
    this.end?.();
  }

  async load() {
    try {
      await start();
      this.loaded = true;
      this.refresh();
    } catch (fault) {
      fill(this.list, errorState(fault, () => this.load()));
    }
  }

  set route(params) {
    this.selected = Number(params.n ?? 0);
    if (this.loaded) {
      this.refresh();
    }
  }

  /** Nothing moves under the pointer or the focus: new requests wait. */
  arrived() {
    if (!this.loaded) {
      return;
    }
    if (this.list.matches(":hover") || this.list.contains(document.activeElement)) {
      const count = latest("request").filter((request) => request.n > this.newest).length;
      this.waiting.hidden = count === 0;
      fill(this.waiting, `Show ${plural(count, "new request")}`);
    } else {
      this.refresh();
    }
  }

  refresh() {
    if (!this.loaded) {
      return;
    }
    const all = latest("request");
    this.newest = all[0]?.n ?? 0;
    this.waiting.hidden = true;
    const word = this.filter.value.trim().toLowerCase();
    const found = all.filter((request) =>
      `${request.function} ${request.method} ${request.path} ${request.status}`
        .toLowerCase()
        .includes(word),
    );
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement.dataset.n
      : undefined;
    if (all.length === 0) {
      fill(
        this.list,
        emptyState(
          "No request yet",
          "Send a request to the API. It appears here with its cost.",
          h("a", { class: "button primary", href: address({ view: "patterns" }) }, "Choose an access pattern"),
        ),
      );
    } else if (found.length === 0) {
      fill(this.list, emptyState("No request matches", "Change the filter to see other requests."));
    } else {
      fill(
        this.list,
        h("ul", { class: "requests" }, found.slice(0, this.shown).map((request) => this.row(request))),
        found.length > this.shown &&
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                this.shown += SHOWN_STEP;
                this.refresh();
              },
            },
            "Show more",
          ),
      );
    }
    if (focused) {
      this.list.querySelector(`[data-n="${Number(focused)}"]`)?.focus();
    }
    this.showDetail(all.find((request) => request.n === this.selected));
  }

  row(request) {
    return h(
      "li",
      null,
      h(
        "a",
        {
          href: address({ view: "requests", n: request.n }),
          "data-n": request.n,
          "aria-current": request.n === this.selected && "true",
        },
        h(
          "span",
          { class: "row" },
          statusBadge(request.status),
          h("strong", null, request.function || "No route"),
          h("span", { class: "muted" }, timeElement(request.at)),
        ),
        h("span", { class: "code path" }, `${request.method} `, content(request.path)),
        h(
          "span",
          { class: "figures muted" },
          `${millis(request.ms)} · ${units(request.readUnits)} RRU · ${units(request.writeUnits)} WRU · ${plural(request.roundTrips, "round trip")}`,
        ),
      ),
    );
  }

  showDetail(request) {
    if (!request) {
      fill(
        this.detail,
        h(
          "p",
          { class: "muted placeholder" },
          this.selected
            ? "This request is not in the log any more, which keeps the last 1,000."
            : "Select a request to see what it read and wrote.",
        ),
      );
      return;
    }
    const curl = `curl -X ${request.method} '${location.origin}${request.path.replaceAll("'", "%27")}' -H "authorization: Bearer $TOKEN"`;
    fill(
      this.detail,
      h(
        "div",
        { class: "stack" },
        h("div", { class: "row" }, h("h2", null, request.function || "No route"), statusBadge(request.status)),
        h("p", { class: "code" }, `${request.method} `, content(request.path)),
        h(
          "div",
          { class: "row muted" },
          timeElement(request.at),
          h("span", null, millis(request.ms)),
          copyButton(curl, "curl command"),
          request.function &&
            h("a", { href: address({ view: "patterns", operation: request.function }) }, "Access pattern"),
        ),
        costTable(request),
        h("h3", null, "Requests to DynamoDB"),
        callList(request.calls, request.roundTrips),
      ),
    );
  }
}

function costTable(request) {
  const rows = [
    ["Read request units", "readUnits"],
    ["Write request units", "writeUnits"],
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
