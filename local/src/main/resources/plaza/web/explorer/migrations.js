// Migrations: what is known of each, and the run that changes the shape of stored items.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { timeElement } from "/shared/time.js";
import { plural, units } from "./newest.js";
import { keyLink } from "./parts.js";

const POLL_MILLIS = 500;

/** How long a call that writes the old version can last; see `Migrate`. */
const LONGEST_INVOCATION_MILLIS = 15 * 60 * 1000;

class Migrations extends HTMLElement {
  connectedCallback() {
    this.run = h("section", { "aria-labelledby": "run", class: "stack" });
    this.list = h("section", { "aria-labelledby": "declared", class: "stack" });
    fill(this, h("div", { class: "stack" }, h("h1", null, "Migrations"), this.run, this.list));
    fill(this.list, loadingState("Loading the migrations"));
    this.refresh();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  set route(_) {
    // the view has no parameters
  }

  async refresh() {
    clearTimeout(this.timer);
    try {
      const status = await json("/dev/migrate");
      if (!this.isConnected) {
        return;
      }
      this.show(status);
      if (status.run?.state === "running") {
        this.timer = setTimeout(() => this.refresh(), POLL_MILLIS);
      }
    } catch (fault) {
      fill(this.list, errorState(fault, () => this.refresh()));
    }
  }

  /** Sends a request. The response comes when the run ends, or after some seconds. */
  async work(request) {
    const polling = setTimeout(() => this.refresh(), POLL_MILLIS);
    try {
      await json("/dev/migrate", { method: "POST", json: request });
    } catch (fault) {
      toast(fault.message);
    } finally {
      clearTimeout(polling);
    }
    await this.refresh();
  }

  /** The local system has one release at a time, so no call of an older one is running. */
  async prove(migration) {
    const { now } = await json("/dev/clock");
    const gone = new Date(Date.parse(now) - LONGEST_INVOCATION_MILLIS).toISOString();
    await this.work({ action: "prove", migration, oldWritersGoneAt: gone });
  }

  show({ run, migrations }) {
    const isOpen = run?.state === "running";
    fill(this.run, h("h2", { id: "run" }, "Run"), run ? this.runCard(run, migrations) : h("p", { class: "muted" }, "No run yet."));
    fill(
      this.list,
      h("h2", { id: "declared" }, "Declared"),
      migrations.length === 0
        ? emptyState("No migration", "This release does not change the shape of stored items. docs/evolution.md explains how one does.")
        : migrations.map((migration) => this.card(migration, isOpen)),
    );
  }

  runCard(run, migrations) {
    const [mode, id] = run.subject.split(" ");
    const planned = migrations.find((each) => each.migration === id)?.plan?.old;
    const handled = run.rewritten + run.superseded + run.failed;
    const left = mode === "migrate" && planned !== undefined ? Math.max(0, planned - handled) : undefined;
    const kind = { done: "good", stopped: "warning", failed: "warning" }[run.state] ?? "";
    return h(
      "div",
      { class: "card stack tight" },
      h(
        "div",
        { class: "row spread" },
        h("span", { class: "row" }, h("strong", null, run.subject), h("span", { class: `badge ${kind}`, role: "status" }, run.state)),
        h(
          "span",
          { class: "row" },
          run.state === "running" && this.button("Stop", { action: "stop" }),
          (run.state === "stopped" || run.state === "failed") && this.button("Resume", { action: "resume" }),
        ),
      ),
      h("progress", { max: run.segments, value: run.segmentsRead ?? run.segments, "aria-label": "Segments of the table that are read" }),
      h(
        "p",
        null,
        [
          `${plural(run.read, "item")} read`,
          mode === "migrate" ? `${run.rewritten.toLocaleString("en")} rewritten` : `${run.old.toLocaleString("en")} old`,
          left !== undefined && `${left.toLocaleString("en")} left`,
          run.superseded > 0 && `${run.superseded.toLocaleString("en")} rewritten by others`,
          run.failed > 0 && `${run.failed.toLocaleString("en")} failed`,
          run.unknown > 0 && `${run.unknown.toLocaleString("en")} of an unknown version`,
          `${units(run.readUnits)} RRU`,
          `${units(run.writeUnits)} WRU`,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h(
        "p",
        { class: "muted" },
        "Begun ",
        timeElement(run.startedAt),
        run.endedAt && [", ended ", timeElement(run.endedAt)],
        run.notBefore && [", waits until ", timeElement(run.notBefore)],
        run.cause && `: ${run.cause}`,
      ),
      run.findings?.length > 0 &&
        h(
          "ul",
          { class: "keys" },
          run.findings.map((failure) => h("li", null, keyLink({ pk: failure.pk, sk: failure.sk }), ` ${failure.reason}`)),
        ),
    );
  }

  card(migration, isOpen) {
    const { plan, proof } = migration;
    return h(
      "div",
      { class: "card stack tight" },
      h(
        "div",
        { class: "row spread" },
        h("span", { class: "row" }, h("strong", null, migration.migration), h("span", { class: `badge ${proof ? "good" : ""}` }, proof ? "proved" : "not proved")),
        h(
          "span",
          { class: "row" },
          this.button("Plan", { action: "plan", migration: migration.migration }, isOpen),
          this.button("Migrate", { action: "migrate", migration: migration.migration }, isOpen),
          h("button", { type: "button", disabled: isOpen, onclick: () => this.prove(migration.migration) }, "Prove"),
        ),
      ),
      h("p", null, h("span", { class: "code" }, content(migration.kind)), ` from version ${migration.from} to ${migration.to}`),
      h("p", { class: "muted" }, migration.rule),
      plan &&
        h(
          "p",
          null,
          `${plural(plan.old, "old item")} at the last plan, `,
          timeElement(plan.at),
          `: ${units(plan.readUnits)} RRU, ${units(plan.writeUnits)} WRU, ${plural(plan.seconds, "second")}, $${plan.dollars} on AWS`,
        ),
      proof && h("p", null, `No old item among ${plural(proof.read, "item")}, `, timeElement(proof.at)),
    );
  }

  button(label, request, disabled) {
    return h("button", { type: "button", disabled, onclick: () => this.work(request) }, label);
  }
}

customElements.define("plaza-migrations", Migrations);
