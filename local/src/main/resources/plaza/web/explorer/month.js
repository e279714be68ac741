// The month of a system with one's own numbers. docs/operations/month.html contains this file, so that it needs no other.

const NUMBER_MAX = 1e10;

/** The fields: the input of the model, its label, and what it means. */
const FIELDS = [
  ["users", "Users", "who sign in at least once in the month"],
  ["posts", "Posts", "that an active user writes in a day"],
  ["followers", "Followers", "of an author, on average"],
  ["reads", "Pages read", "of the timeline by an active user in a day, with their views and likes"],
];

/** The price of an amount: each part of it has the price of its tier, `[up to, price]`. */
function priced(tiers, amount) {
  let from = 0;
  let dollars = 0;
  for (const [upTo, price] of tiers) {
    dollars += Math.max(0, Math.min(amount, upTo ?? Infinity) - from) * price;
    from = upTo;
  }
  return dollars;
}

/** What happens in a month, from which the items of the bill are calculated. */
function quantities(model, input) {
  const days = input.users * model.activeDays;
  const sums = { users: input.users, reads: 0, writes: 0, requests: 0, counted: 0, delivered: 0, failing: 0 };
  for (const each of model.usage) {
    const times = days * each.perDay * (each.by ? input[each.by] / model.input[each.by] : 1);
    const followers = input.followers - model.input.followers;
    sums.reads += times * (each.reads + each.readsPerFollower * followers);
    sums.writes += times * (each.writes + each.writesPerFollower * followers);
    sums.requests += times * each.requests;
    sums.counted += times * each.counted;
    sums.delivered += times * each.delivered;
    sums.failing += each.requests * (1 - Math.exp((-model.failedShare * times) / model.hours));
  }
  sums.gigabytes = input.users * model.gigabytesPerUser;
  const batches = Math.max(model.shardsMin, sums.gigabytes / model.shardGigabytes) * model.batchesPerShard;
  const counts = sums.counted / (1 + (sums.counted / (model.hours * 3600) / batches) * model.windowSeconds);
  sums.invocations = counts + sums.delivered;
  sums.streamGbSeconds = counts * model.countGbSeconds + sums.delivered * model.deliveryGbSeconds;
  return sums;
}

/** The items of the bill in dollars, in the order of the model. The last one is the user pool. */
export function month(model, input) {
  const sums = quantities(model, input);
  return model.items.map(({ name, fixed, charges }) => ({
    name,
    dollars: charges.reduce((dollars, { of, factor, tiers }) => dollars + priced(tiers, sums[of] * factor), fixed),
  }));
}

function element(name, attributes, ...children) {
  const created = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => created.setAttribute(key, value));
  created.append(...children);
  return created;
}

function dollars(amount) {
  return `$${amount.toLocaleString("en", { maximumFractionDigits: amount < 10 ? 2 : 0, minimumFractionDigits: amount < 10 ? 2 : 0 })}`;
}

/** A form for the numbers, and the bill below it. It dispatches `numbers` with those that differ from the model's. */
class Month extends (globalThis.HTMLElement ?? Object) {
  /** @param values the numbers, each of which may be missing or invalid */
  show(model, values) {
    this.model = model;
    this.inputs = FIELDS.map(([key, label, hint]) => {
      const value = Number(values[key] || NaN);
      const input = element("input", {
        id: `month-${key}`,
        type: "number",
        min: 0,
        max: NUMBER_MAX,
        step: "any",
        value: value >= 0 && value <= NUMBER_MAX ? value : model.input[key],
        "aria-describedby": `month-${key}-hint`,
      });
      input.addEventListener("input", () => this.changed());
      return { key, label, hint, input };
    });
    this.bill = element("tbody", {});
    this.sum = element("output", { class: "sum", for: FIELDS.map(([key]) => `month-${key}`).join(" ") });
    this.replaceChildren(
      element(
        "div",
        { class: "row month" },
        ...this.inputs.map(({ key, label, hint, input }) =>
          element(
            "div",
            { class: "field" },
            element("label", { for: input.id }, label),
            input,
            element("span", { class: "hint", id: `month-${key}-hint` }, hint),
          ),
        ),
      ),
      element("p", {}, this.sum),
      element(
        "div",
        { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "The bill of the month" },
        element(
          "table",
          { class: "costs" },
          element("caption", { class: "visually-hidden" }, "Items of the bill"),
          element(
            "thead",
            {},
            element("tr", {}, element("th", { scope: "col" }, "Item"), element("th", { scope: "col", class: "number" }, "$ per month")),
          ),
          this.bill,
        ),
      ),
    );
    this.calculate();
  }

  /** The numbers of the form; an invalid one is 0. */
  numbers() {
    return Object.fromEntries(this.inputs.map(({ key, input }) => [key, input.validity.valid ? Number(input.value) : 0]));
  }

  calculate() {
    const numbers = this.numbers();
    const items = month(this.model, numbers);
    const total = items.reduce((sum, item) => sum + item.dollars, 0);
    const own = total - items.at(-1).dollars;
    this.sum.replaceChildren(
      element("strong", {}, `${dollars(own)} a month`),
      ` with your own issuer, ${dollars(total)} with the user pool`,
      numbers.users > 0 ? `; ${((100 * own) / numbers.users).toFixed(2)} cents per user` : "",
    );
    this.bill.replaceChildren(
      ...items.map(({ name, dollars: amount }) =>
        element("tr", {}, element("th", { scope: "row" }, name), element("td", { class: "number" }, dollars(amount))),
      ),
    );
  }

  changed() {
    this.calculate();
    const numbers = this.numbers();
    const changes = Object.entries(numbers).filter(([key, value]) => value !== this.model.input[key]);
    this.dispatchEvent(new CustomEvent("numbers", { detail: Object.fromEntries(changes) }));
  }
}

if (globalThis.customElements) {
  customElements.define("plaza-month", Month);
}
