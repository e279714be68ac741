// Table: the families of keys, their item collections, and their items.

import { content, copyButton, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { address, go } from "/shared/router.js";
import { plural } from "./newest.js";
import { jsonBlock } from "./parts.js";

const INDEXES = ["", "gsiOne", "gsiTwo", "lsiOne", "lsiTwo", "lsiThree"];
const PAGE_SIZE = 20;

class TableView extends HTMLElement {
  connectedCallback() {
    this.body = h("div", { class: "stack" });
    this.search = h("input", { id: "contains", type: "search", placeholder: "Text in keys or values" });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => this.import() });
    this.indexes = h("nav", { "aria-label": "Indexes", class: "tabs" });
    fill(
      this,
      h(
        "div",
        { class: "stack" },
        h(
          "div",
          { class: "row spread heading" },
          h("h1", null, "Table"),
          h(
            "div",
            { class: "row" },
            h(
              "form",
              {
                class: "row",
                role: "search",
                onsubmit: (event) => {
                  event.preventDefault();
                  go({ view: "table", contains: this.search.value });
                },
              },
              h("label", { class: "visually-hidden", for: "contains" }, "Find items by a text"),
              this.search,
            ),
            h("a", { class: "button", href: "/dev/model", download: "plaza-model.json" }, "Export model"),
            h("button", { type: "button", onclick: () => this.file.click() }, "Import model"),
            this.file,
          ),
        ),
        this.indexes,
        this.body,
      ),
    );
  }

  set route(params) {
    this.params = params;
    this.search.value = params.contains ?? "";
    fill(
      this.indexes,
      INDEXES.map((index) =>
        h(
          "a",
          { href: address({ view: "table", index }), "aria-current": index === (params.index ?? "") && !params.contains && "page" },
          index || "Table",
        ),
      ),
    );
    this.load();
  }

  async load() {
    const params = this.params;
    fill(this.body, loadingState("Reading the table"));
    try {
      const shown = params.contains
        ? await this.found(params.contains, params)
        : params.pk
          ? await this.collection(params)
          : params.family
            ? await this.family(params)
            : await this.families(params.index ?? "");
      if (params === this.params) {
        fill(this.body, shown);
        const first = this.body.querySelector("[data-selected]");
        first?.scrollIntoView({ block: "center" });
      }
    } catch (fault) {
      if (params === this.params) {
        fill(this.body, errorState(fault, () => this.load()));
      }
    }
  }

  async families(index) {
    const { families } = await json(`/dev/collections?index=${index}`);
    const used = families.filter((family) => family.items > 0);
    const unused = families.filter((family) => family.items === 0);
    return [
      used.length === 0 &&
        emptyState(
          index ? `No item is in ${index}` : "The table is empty",
          "Write something with an access pattern, or import a model.",
          h("a", { class: "button primary", href: address({ view: "patterns" }) }, "Choose an access pattern"),
        ),
      used.length > 0 &&
        h(
          "ul",
          { class: "plain families" },
          used.map((family) => familyCard(family, index)),
        ),
      unused.length > 0 &&
        h(
          "details",
          null,
          h("summary", null, plural(unused.length, "family").replace("familys", "families"), " without items"),
          h(
            "ul",
            { class: "keys" },
            unused.map((family) => h("li", { class: "code" }, `${family.partitionKey} › ${family.sortKeys.join(", ")}`)),
          ),
        ),
    ];
  }

  /** All item collections of one family, a page at a time. */
  async family({ index = "", family, key = "", from = "0" }) {
    const query = new URLSearchParams({ index, family, contains: key, from });
    const [found] = (await json(`/dev/collections?${query}`)).families;
    const here = (values) => ({ view: "table", index, family, key, ...values });
    const filter = h("input", { id: "key-filter", type: "search", value: key, placeholder: "Text in the key" });
    const end = Number(from) + (found?.collections.length ?? 0);
    return [
      h("div", { class: "row" }, this.up(index), h("h2", { class: "code" }, family)),
      h(
        "form",
        {
          role: "search",
          class: "row narrow",
          onsubmit: (event) => {
            event.preventDefault();
            go(here({ key: filter.value }));
          },
        },
        h("label", { class: "visually-hidden", for: "key-filter" }, "Find item collections"),
        filter,
      ),
      end === 0
        ? emptyState("No item collection matches", "Change the text to see others.", h("a", { class: "button", href: address({ view: "table", index, family }) }, "Show all of the family"))
        : h("ul", { class: "keys family" }, found.collections.map((collection) => collectionRow(collection, index))),
      pages(Number(from), end, found?.collectionCount ?? 0, found?.collections.length ?? 0, (start) => here({ from: start })),
    ];
  }

  up(index) {
    return [
      h("a", { href: address({ view: "table", index }) }, index || "Table"),
      h("span", { "aria-hidden": "true", class: "muted" }, "›"),
    ];
  }

  async collection({ index = "", pk, sk, cursor }) {
    const query = new URLSearchParams({ pk, index, limit: String(PAGE_SIZE) });
    if (cursor) {
      query.set("cursor", cursor);
    }
    const { items, nextCursor } = await json(`/dev/items?${query}`);
    return [
      h("div", { class: "row" }, this.up(index), h("h2", { class: "code" }, content(pk)), copyButton(pk, "partition key")),
      items.length === 0
        ? emptyState(
            "No item has this partition key",
            "The item may have been deleted since.",
            h("a", { class: "button", href: address({ view: "table", index }) }, "Show all item collections"),
          )
        : h("ul", { class: "plain stack tight" }, items.map((item) => itemCard(item, item.sk === sk))),
      (cursor || nextCursor) &&
        h(
          "nav",
          { class: "row spread pages", "aria-label": "Pages of the item collection" },
          cursor ? h("a", { href: address({ view: "table", index, pk }) }, "First page") : h("span"),
          nextCursor && h("a", { href: address({ view: "table", index, pk, cursor: nextCursor }), rel: "next" }, "Next page"),
        ),
    ];
  }

  async found(text, { from = "0" }) {
    const query = new URLSearchParams({ contains: text, from, limit: String(PAGE_SIZE) });
    const { items, count } = await json(`/dev/items?${query}`);
    return items.length === 0
      ? emptyState("No item contains this text", "The search compares keys and values, in upper or lower case.", h("a", { class: "button", href: address({ view: "table" }) }, "Show all item collections"))
      : [
          h("h2", null, plural(count, "item"), " with “", content(text), "”"),
          h("ul", { class: "plain stack tight" }, items.map((item) => itemCard(item, false))),
          pages(Number(from), Number(from) + items.length, count, PAGE_SIZE, (start) => ({ view: "table", contains: text, from: start })),
        ];
  }

  async import() {
    const file = this.file.files[0];
    if (!file) {
      return;
    }
    try {
      const report = await json("/dev/import", { method: "POST", body: await file.arrayBuffer() });
      const written = report.kinds.reduce((sum, kind) => sum + kind.written, 0);
      toast(`Wrote ${plural(written, "item")}.`);
      this.load();
    } catch (fault) {
      fill(this.body, errorState(fault, () => this.load()));
    } finally {
      this.file.value = "";
    }
  }
}

/** Links to the pages before and after one, if there are any. */
function pages(from, to, count, size, at) {
  return (
    count > size &&
    h(
      "nav",
      { class: "row spread pages", "aria-label": "Pages" },
      from > 0 ? h("a", { href: address(at(Math.max(0, from - size) || undefined)), rel: "prev" }, "Previous page") : h("span"),
      h("span", { class: "muted" }, `${from + 1} to ${to} of ${count.toLocaleString("en")}`),
      to < count ? h("a", { href: address(at(to)), rel: "next" }, "Next page") : h("span"),
    )
  );
}

function collectionRow(collection, index) {
  return h(
    "li",
    { class: "row spread" },
    h("a", { class: "code", href: address({ view: "table", index, pk: collection.pk }) }, content(collection.pk)),
    h("span", { class: "muted" }, collection.items),
  );
}

function familyCard(family, index) {
  return h(
    "li",
    { class: "card stack tight" },
    h(
      "div",
      { class: "row spread" },
      h("h2", { class: "code" }, family.partitionKey),
      h("span", { class: "badge" }, plural(family.items, "item")),
    ),
    h("p", { class: "code muted" }, family.sortKeys.join(", ")),
    h(
      "ul",
      { class: "keys" },
      family.collections.map((collection) => collectionRow(collection, index)),
      family.collectionCount > family.collections.length &&
        h(
          "li",
          null,
          h("a", { href: address({ view: "table", index, family: family.partitionKey }) }, `All ${plural(family.collectionCount, "item collection")}`),
        ),
    ),
  );
}

const VALUE_SHOWN_MAX = 2_000;

function itemCard(item, selected) {
  const { pk, sk, ...attributes } = item;
  const names = Object.keys(attributes);
  return h(
    "li",
    { class: "card stack tight item", "data-selected": selected },
    h(
      "div",
      { class: "row spread" },
      h("h3", { class: "code" }, h("a", { href: address({ view: "table", pk, sk }) }, content(pk)), " › ", content(sk)),
      copyButton(() => JSON.stringify(item, null, 2), "item"),
    ),
    names.length > 0 &&
      h(
        "dl",
        { class: "attributes" },
        names.map((name) => [h("dt", { class: "code" }, name), h("dd", null, value(name, attributes[name]))]),
      ),
  );
}

function value(name, attribute) {
  if (attribute !== null && typeof attribute === "object") {
    return jsonBlock(attribute, `value of ${name}`);
  }
  const text = String(attribute);
  return text.length > VALUE_SHOWN_MAX
    ? [content(text.slice(0, VALUE_SHOWN_MAX)), h("span", { class: "muted" }, ` … ${plural(text.length, "character")}`)]
    : content(text);
}

customElements.define("plaza-table", TableView);
