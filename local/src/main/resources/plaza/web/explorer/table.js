// Table: the families of keys, their item collections, and their items.

import { copyButton } from "/shared/copy.js";
import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { address, go } from "/shared/router.js";
import { jsonBlock, plural } from "./parts.js";

const INDEXES = ["", "gsiOne", "gsiTwo", "lsiOne", "lsiTwo", "lsiThree"];
const FOUND_MAX = 200;

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
        ? await this.found(params.contains)
        : params.pk
          ? await this.collection(params)
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
            unused.map((family) => h("li", { class: "code" }, `${family.partitionKey}  ›  ${family.sortKeys.join(", ")}`)),
          ),
        ),
    ];
  }

  async collection({ index = "", pk, sk }) {
    const list = h("ul", { class: "plain stack tight" });
    const more = h("button", { type: "button", hidden: true }, "Show more");
    let cursor;
    let count = 0;
    const page = async () => {
      const query = new URLSearchParams({ pk, index });
      if (cursor) {
        query.set("cursor", cursor);
      }
      const found = await json(`/dev/items?${query}`);
      count += found.items.length;
      list.append(...found.items.map((item) => itemCard(item, item.sk === sk)));
      cursor = found.nextCursor;
      more.hidden = !cursor;
    };
    more.addEventListener("click", () => page().catch((fault) => toast(fault.message)));
    await page();
    return [
      h(
        "div",
        { class: "row" },
        h("a", { href: address({ view: "table", index }) }, index || "Table"),
        h("span", { "aria-hidden": "true", class: "muted" }, "›"),
        h("h2", { class: "code" }, content(pk)),
        copyButton(pk, "partition key"),
      ),
      count === 0
        ? emptyState(
            "No item has this partition key",
            "The item may have been deleted since.",
            h("a", { class: "button", href: address({ view: "table", index }) }, "Show all item collections"),
          )
        : list,
      more,
    ];
  }

  async found(text) {
    const { items } = await json(`/dev/items?${new URLSearchParams({ contains: text })}`);
    return items.length === 0
      ? emptyState("No item contains this text", "The search compares keys and values exactly.", h("a", { class: "button", href: address({ view: "table" }) }, "Show all item collections"))
      : [
          h("h2", null, plural(items.length, "item"), " with “", content(text), "”"),
          items.length > FOUND_MAX && h("p", { class: "muted" }, `These are the first ${FOUND_MAX}.`),
          h("ul", { class: "plain stack tight" }, items.slice(0, FOUND_MAX).map((item) => itemCard(item, false))),
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
      family.collections.map((collection) =>
        h(
          "li",
          { class: "row spread" },
          h("a", { class: "code", href: address({ view: "table", index, pk: collection.pk }) }, content(collection.pk)),
          h("span", { class: "muted" }, collection.items),
        ),
      ),
      family.collectionCount > family.collections.length &&
        h("li", { class: "muted" }, `and ${family.collectionCount - family.collections.length} more`),
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
      h("h3", { class: "code" }, h("a", { href: address({ view: "table", pk, sk }) }, content(pk)), "  ›  ", content(sk)),
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
