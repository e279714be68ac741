// Costs: the recorded requests as request units and dollars by route, what a change of habits costs, and the month of a
// system with one's own numbers.

import { emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { address, go } from "/shared/router.js";
import { listen } from "./live.js";
import "./month.js";
import { plural, unitName, units, unitsExplained } from "./newest.js";

const SETTLE_MILLIS = 500;
const PEOPLE = 1_000_000;
const NUMBER_MAX = 1e10;

/** The columns: the key in the address, the heading, the value that sorts, and whether a number sorts first descending. */
const COLUMNS = [
  { key: "route", title: "Route", of: (route) => route.function },
  { key: "calls", title: "Calls", of: (route) => route.calls },
  { key: "reads", title: "RRU per call", unit: "RRU", of: (route) => route.readUnits / route.calls },
  { key: "writes", title: "WRU per call", unit: "WRU", of: (route) => route.writeUnits / route.calls },
  { key: "million", title: "$ per million calls", of: perMillion },
  { key: "documented", title: "As documented", of: (route) => route.asDocumented / route.calls },
  { key: "share", title: "Share", of: (route) => route.share },
];

function perMillion(route) {
  return (route.dollars / route.calls) * 1e6;
}

function dollars(amount) {
  const digits = amount === 0 || amount >= 1_000 ? 0 : amount >= 1 ? 2 : amount >= 0.01 ? 3 : 7;
  return `$${amount.toLocaleString("en", { minimumFractionDigits: Math.min(digits, 2), maximumFractionDigits: digits })}`;
}

/** The value of a field as a number of at least 0, or undefined. */
function number(text) {
  const value = Number(text);
  return text !== "" && text !== undefined && value >= 0 && value <= NUMBER_MAX ? value : undefined;
}

/** Reads `calls=LikePost:40,CreatePost:2` of the address. */
function parseHabits(text = "") {
  return new Map(
    text
      .split(",")
      .map((each) => each.split(":"))
      .filter(([, calls]) => number(calls) !== undefined)
      .map(([name, calls]) => [name, Number(calls)]),
  );
}

class Costs extends HTMLElement {
  connectedCallback() {
    this.body = h("div", { class: "stack" });
    fill(this, h("div", { class: "row spread heading" }, h("h1", null, "Costs")), this.body);
    fill(this.body, loadingState("Adding up the requests"));
    this.end = listen("request", () => this.arrived());
  }

  disconnectedCallback() {
    this.end?.();
    clearTimeout(this.timer);
  }

  set route(params) {
    this.params = params;
    this.habits = parseHabits(params.calls);
    if (this.costs) {
      this.show();
    } else {
      this.load();
    }
  }

  arrived() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), SETTLE_MILLIS);
  }

  async load() {
    try {
      [this.costs, this.model] = await Promise.all([json("/dev/costs"), this.model ?? json("/explorer/month.json")]);
      // nothing changes while the user types or points
      if (this.isConnected && !this.body.contains(document.activeElement) && !this.body.matches(":hover")) {
        this.show();
      } else if (this.isConnected) {
        this.totals?.();
      }
    } catch (fault) {
      fill(this.body, errorState(fault, () => this.load()));
    }
  }

  /** Changes parameters of the address. */
  at(values) {
    const { sort, people, calls, users, posts, followers, reads } = this.params;
    return { view: "costs", sort, people, calls, users, posts, followers, reads, ...values };
  }

  show() {
    const { prices, total, routes, unmeasured } = this.costs;
    if (routes.length === 0) {
      this.totals = undefined;
      fill(
        this.body,
        emptyState(
          "No request yet",
          "Use the demo or send a request. Its cost appears here, by route.",
          h(
            "div",
            { class: "row" },
            h("a", { class: "button primary", href: "/demo/" }, "Open the demo"),
            h("a", { class: "button", href: address({ view: "patterns" }) }, "Choose an access pattern"),
          ),
        ),
        explanation(prices),
        this.month(),
      );
      return;
    }
    const focused = document.activeElement?.id;
    fill(
      this.body,
      h(
        "dl",
        { class: "figures-list" },
        figure("Recorded calls", total.calls.toLocaleString("en")),
        figure("Read units", [units(total.readUnits), " ", unitName("RRU")]),
        figure("Write units", [units(total.writeUnits), " ", unitName("WRU")]),
        figure("Cost on AWS", dollars(total.dollars)),
        figure("Per million calls", dollars((total.dollars / total.calls) * 1e6)),
      ),
      explanation(prices),
      this.table(this.sorted(routes)),
      this.habitsForm(this.sorted(routes)),
      this.month(),
      left(unmeasured),
    );
    if (focused) {
      document.getElementById(focused)?.focus();
    }
  }

  /** Sorts by the column in the address: `-share` descending, which is the default, `share` ascending. */
  sorted(routes) {
    const sort = this.params.sort ?? "-share";
    const column = COLUMNS.find(({ key }) => key === sort.replace("-", "")) ?? COLUMNS.at(-1);
    const direction = sort.startsWith("-") ? -1 : 1;
    return routes.toSorted((one, other) => {
      const [a, b] = [column.of(one), column.of(other)];
      return direction * (typeof a === "string" ? a.localeCompare(b) : a - b);
    });
  }

  table(routes) {
    const sort = this.params.sort ?? "-share";
    return h(
      "div",
      { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Costs by route" },
      h(
        "table",
        { class: "costs" },
        h("caption", { class: "visually-hidden" }, "Measured costs by route"),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            COLUMNS.map(({ key, title }) => {
              const isNumber = key !== "route";
              const next = sort === `-${key}` ? key : sort === key || isNumber ? `-${key}` : key;
              return h(
                "th",
                {
                  scope: "col",
                  class: isNumber && "number",
                  "aria-sort": sort === key ? "ascending" : sort === `-${key}` && "descending",
                },
                h("a", { id: `sort-${key}`, href: address(this.at({ sort: next })) }, title, sort === key ? " ↑" : sort === `-${key}` && " ↓"),
              );
            }),
          ),
        ),
        h("tbody", null, routes.map(row)),
      ),
    );
  }

  /** The month of one's own numbers, which are parameters of the address. */
  month() {
    const month = h("plaza-month", { class: "stack tight" });
    month.show(this.model, this.params);
    month.addEventListener("numbers", ({ detail }) => {
      const numbers = { users: undefined, posts: undefined, followers: undefined, reads: undefined, ...detail };
      go(this.at(numbers), { replace: true, isSilent: true });
      Object.assign(this.params, numbers);
    });
    return h(
      "section",
      { class: "stack", "aria-labelledby": "month" },
      h("h2", { id: "month" }, "A month with your own numbers"),
      h(
        "p",
        null,
        "The whole bill of a system on AWS, by list prices. What you do not enter is assumed as in docs/operations/bill.md.",
      ),
      month,
    );
  }

  habitsForm(routes) {
    const people = h("input", {
      id: "people",
      type: "number",
      min: 0,
      max: NUMBER_MAX,
      step: 1,
      value: this.params.people ?? PEOPLE,
      oninput: () => change(),
    });
    const inputs = routes.map((route) => ({
      route,
      cost: h("td", { class: "number" }),
      input: h("input", {
        id: `calls-${route.function}`,
        type: "number",
        min: 0,
        max: NUMBER_MAX,
        step: "any",
        value: this.habits.get(route.function) ?? route.calls,
        "aria-label": `Calls of ${route.function} per person and month`,
        oninput: () => change(),
      }),
    }));
    const sum = h("output", { class: "sum", for: "people" });
    const totals = () => {
      const count = number(people.value) ?? 0;
      let month = 0;
      let recorded = 0;
      for (const { route, input, cost } of inputs) {
        const each = (route.dollars / route.calls) * count;
        const own = each * (number(input.value) ?? 0);
        month += own;
        recorded += each * route.calls;
        fill(cost, dollars(own));
      }
      const change = month - recorded;
      fill(
        sum,
        h("strong", null, `${dollars(month)} a month`),
        change !== 0 && ` (${change > 0 ? "+" : "−"} ${dollars(Math.abs(change))} against the recorded calls)`,
      );
    };
    const change = () => {
      totals();
      const calls = inputs
        .filter(({ route, input }) => number(input.value) !== undefined && number(input.value) !== route.calls)
        .map(({ route, input }) => `${route.function}:${number(input.value)}`);
      const count = number(people.value);
      const values = this.at({ people: count === PEOPLE ? undefined : count, calls: calls.join(",") });
      go(values, { replace: true, isSilent: true });
      Object.assign(this.params, { people: values.people, calls: values.calls });
      this.habits = parseHabits(values.calls);
    };
    this.totals = totals;
    totals();
    return h(
      "section",
      { class: "stack", "aria-labelledby": "habits" },
      h("h2", { id: "habits" }, "What a change of habits costs"),
      h(
        "p",
        null,
        "If each person did in a month what is recorded here, the request units would cost this. Change how often a person makes a call to see the difference.",
      ),
      h(
        "div",
        { class: "row" },
        h("div", { class: "field narrow" }, h("label", { for: "people" }, "People"), people),
        sum,
        h("a", { href: address(this.at({ people: undefined, calls: undefined })) }, "Reset"),
      ),
      h(
        "div",
        { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Habits" },
        h(
          "table",
          { class: "costs" },
          h("caption", { class: "visually-hidden" }, "Calls per person and month, and their cost"),
          h("thead", null, h("tr", null, ["Route", "Calls per person and month", "$ per month"].map((title, index) => h("th", { scope: "col", class: index > 0 && "number" }, title)))),
          h(
            "tbody",
            null,
            inputs.map(({ route, input, cost }) => h("tr", null, h("th", { scope: "row" }, route.function), h("td", { class: "number" }, input), cost)),
          ),
        ),
      ),
    );
  }
}

function figure(name, value) {
  return h("div", null, h("dt", null, name), h("dd", null, value));
}

function explanation(prices) {
  return h(
    "div",
    { class: "stack tight" },
    unitsExplained(),
    h(
      "p",
      { class: "hint" },
      `On-demand list prices in us-east-1: $${prices.millionReadUnits} per million RRU, $${prices.millionWriteUnits} per million WRU. `,
      "The log keeps the last 1,000 requests. As documented are the calls that are like a documented case, and cost as much. The rate limit is off on this machine by default.",
    ),
  );
}

function row(route) {
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      h("a", { href: address({ view: "requests", contains: route.function }) }, route.function),
      h("div", { class: "code muted" }, `${route.method} ${route.path}`),
    ),
    h("td", { class: "number" }, route.calls.toLocaleString("en")),
    h("td", { class: "number" }, units(route.readUnits / route.calls)),
    h("td", { class: "number" }, units(route.writeUnits / route.calls)),
    h("td", { class: "number" }, dollars(perMillion(route))),
    h("td", { class: "number" }, `${route.asDocumented} of ${route.calls}`),
    h(
      "td",
      { class: "number" },
      `${(route.share * 100).toLocaleString("en", { maximumFractionDigits: 1 })} %`,
      h("meter", { min: 0, max: 1, value: route.share, "aria-label": `Share of ${route.function}` }),
    ),
  );
}

/** What the figures leave out. */
function left(unmeasured) {
  return h(
    "section",
    { class: "stack tight", "aria-labelledby": "left-out" },
    h("h2", { id: "left-out" }, "What is left out"),
    h(
      "p",
      null,
      "The request units of stream functions are not measured, because that would read each written item twice more. ",
      unmeasured.length === 0
        ? "No stream function has run."
        : unmeasured
            .map((each) => `${each.function}: ${plural(each.invocations, "recorded invocation")} with ${plural(each.roundTrips, "request")} to DynamoDB. `)
            .join(""),
      " docs/access-patterns.md documents what follows each call.",
    ),
    h("p", null, "Lambda, API Gateway, storage, logs and the user pool cost more than request units: the month above has them."),
  );
}

customElements.define("plaza-costs", Costs);
