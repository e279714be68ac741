// A log as a list with the details of one entry beside it. On a narrow screen the details are a page of their own.

import { emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address, go } from "/shared/router.js";
import { latest, listen, one, page } from "./live.js";

/** The pause before the list is loaded again, so that many entries at once cause one request. */
const SETTLE_MILLIS = 200;

/**
 * A subclass has the name of its view, the kind of its entries, their `heading` and `filterHint`, `empty()`,
 * `entries(items)`, which has a link with `data-n` for each of them, and `details(entry)`.
 *
 * With `call` in the address, which is the number of an entry or a text in it, the latest such entry is shown alone.
 */
export class LogView extends HTMLElement {
  connectedCallback() {
    this.list = h("div", { class: "list" });
    this.detail = h("section", { class: "detail", "aria-label": "Details", tabindex: "-1" });
    this.waiting = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.load() }, "Show what is new");
    this.filter = h("input", {
      id: `${this.view}-filter`,
      type: "search",
      placeholder: this.filterHint,
      oninput: () => go({ view: this.view, contains: this.filter.value }, { replace: true }),
    });
    this.columns = h("div", { class: "columns" }, this.list, this.detail);
    fill(
      this,
      h(
        "div",
        { class: "row spread heading" },
        h("div", { class: "row" }, h("h1", null, this.heading), this.state),
        h("div", { class: "row" }, this.waiting, h("label", { class: "visually-hidden", for: `${this.view}-filter` }, "Filter"), this.filter),
      ),
      this.above,
      this.columns,
    );
    this.list.addEventListener("keydown", (event) => this.moveFocus(event));
    this.list.addEventListener("pointerleave", () => !this.waiting.hidden && this.load());
    fill(this.list, loadingState());
    this.end = listen(this.kind, () => this.arrived());
  }

  disconnectedCallback() {
    this.end?.();
    clearTimeout(this.timer);
  }

  set route(params) {
    const before = this.params;
    this.params = params;
    if (document.activeElement !== this.filter) {
      this.filter.value = params.contains ?? "";
    }
    this.toggleAttribute("data-alone", Boolean(params.call));
    if (params.call) {
      fill(this.list);
    }
    if (!params.call && (!before || ["contains", "before", "sort", "call"].some((name) => before[name] !== params[name]))) {
      this.load();
    } else {
      this.markSelected();
    }
    if (!before || before.n !== params.n || before.call !== params.call) {
      this.loadDetail(before);
    } else if (before.tab !== params.tab) {
      this.showTab?.();
    }
  }

  /** The arrow keys go to the next and the previous entry. */
  moveFocus(event) {
    const links = [...this.list.querySelectorAll("a[data-n]")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = links[links.indexOf(document.activeElement) + step];
    if (step && next && links.includes(document.activeElement)) {
      event.preventDefault();
      next.focus();
    }
  }

  /** Nothing moves under the pointer or the focus: new entries wait. */
  arrived() {
    if (this.params?.before || this.params?.call) {
      return;
    }
    if (this.list.matches(":hover") || this.list.contains(document.activeElement)) {
      this.waiting.hidden = false;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), SETTLE_MILLIS);
  }

  async load() {
    const { contains, before, sort } = this.params;
    this.waiting.hidden = true;
    this.latest = (this.latest ?? 0) + 1;
    const turn = this.latest;
    try {
      const found = await page(this.kind, { contains, before, sort });
      if (turn === this.latest && this.isConnected) {
        this.show(found);
      }
    } catch (fault) {
      if (turn === this.latest) {
        fill(this.list, errorState(fault, () => this.load()));
      }
    }
  }

  show({ items, count, nextBefore }) {
    const { contains, before, sort } = this.params;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.n : undefined;
    const empty = contains
      ? emptyState("Nothing matches", "Change the filter to see other entries.")
      : before
        ? emptyState("The log ends here", "It keeps the last 1,000 entries.")
        : this.empty();
    fill(
      this.list,
      items.length === 0 && empty,
      items.length > 0 && this.entries(items),
      sort && count > items.length && h("p", { class: "muted pages" }, `The first ${items.length} of ${count.toLocaleString("en")} in this order.`),
      (before || nextBefore) &&
        h(
          "nav",
          { class: "row spread pages", "aria-label": "Pages of the log" },
          before ? h("a", { href: address({ view: this.view, contains }) }, "Newest") : h("span"),
          nextBefore && h("a", { href: address({ view: this.view, contains, before: nextBefore }), rel: "next" }, "Older"),
        ),
    );
    performance.mark("entries-shown");
    this.markSelected();
    if (focused) {
      this.list.querySelector(`[data-n="${Number(focused)}"]`)?.focus();
    }
  }

  markSelected() {
    const { contains, before, sort, n, tab } = this.params;
    for (const link of this.list.querySelectorAll("a[data-n]")) {
      link.href = address({ view: this.view, contains, before, sort, n: link.dataset.n, tab });
      if (link.dataset.n === n) {
        link.setAttribute("aria-current", "true");
      } else {
        link.removeAttribute("aria-current");
      }
    }
  }

  async loadDetail(previous) {
    const { contains, before, sort, n, call } = this.params;
    this.toggleAttribute("data-selected", Boolean(n || call));
    if (!n && !call) {
      fill(this.detail, h("p", { class: "muted placeholder" }, this.placeholder));
      if (previous?.n) {
        this.list.querySelector(`[data-n="${Number(previous.n)}"]`)?.focus();
      }
      return;
    }
    const back = h("a", { class: "back", href: address({ view: this.view, contains, before, sort }) }, `All ${this.heading.toLowerCase()}`);
    fill(this.detail, back, loadingState());
    let shown;
    try {
      const entry = call && !Number(call) ? await latest(this.kind, call) : await one(this.kind, n || call);
      shown = entry
        ? this.details(entry)
        : emptyState("This entry is not in the log any more", "The log keeps the last 1,000 entries.", h("a", { href: address({ view: this.view }) }, "Show the newest"));
    } catch (fault) {
      shown = errorState(fault, () => this.loadDetail(previous));
    }
    if (this.params.n !== n || this.params.call !== call) {
      return;
    }
    fill(this.detail, back, shown);
    this.detail.scrollTop = 0;
    if (previous && this.list.offsetParent === null) {
      this.detail.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }
}
