// Streams: the invocations of the stream functions, the jobs, and the records that were given up.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { address, go } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { latest, listen, start } from "./live.js";
import { callList, jsonBlock, keyLink, millis, plural } from "./parts.js";

const SHOWN_STEP = 50;
const SETTLE_MILLIS = 300;

class Streams extends HTMLElement {
  connectedCallback() {
    this.shown = SHOWN_STEP;
    this.state = h("span", { class: "badge", role: "status" }, "Loading");
    this.jobs = h("section", { "aria-labelledby": "jobs", class: "stack" });
    this.failures = h("section", { "aria-labelledby": "failures", class: "stack" });
    this.invocations = h("section", { "aria-labelledby": "invocations", class: "stack" });
    fill(
      this,
      h(
        "div",
        { class: "stack" },
        h("div", { class: "row heading" }, h("h1", null, "Streams"), this.state),
        this.failures,
        this.jobs,
        this.invocations,
      ),
    );
    fill(this.invocations, loadingState("Loading the stream"));
    this.end = listen("invocation", () => this.arrived());
    this.load();
  }

  disconnectedCallback() {
    this.end?.();
    clearTimeout(this.timer);
  }

  set route(params) {
    this.selected = Number(params.n ?? 0);
  }

  async load() {
    try {
      await start();
      this.showInvocations();
      await this.refresh();
    } catch (fault) {
      fill(this.invocations, errorState(fault, () => this.load()));
    }
  }

  arrived() {
    if (!this.invocations.matches(":hover") && !this.invocations.contains(document.activeElement)) {
      this.showInvocations();
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh().catch((fault) => toast(fault.message)), SETTLE_MILLIS);
  }

  async refresh() {
    const [streams, jobs, failures] = await Promise.all(
      ["/dev/streams", "/dev/jobs", "/dev/failures"].map((path) => json(path)),
    );
    this.state.className = `badge ${streams.idle ? "good" : "warning"}`;
    fill(this.state, streams.idle ? "Drained" : `${plural(streams.behind, "record")} behind`);
    this.showJobs(jobs.items);
    this.showFailures(failures.items);
  }

  showJobs(jobs) {
    fill(
      this.jobs,
      h("h2", { id: "jobs" }, "Jobs"),
      jobs.length === 0
        ? h("p", { class: "muted" }, "No job is running.")
        : h(
            "div",
            { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Running jobs" },
            h(
              "table",
              null,
              h("thead", null, h("tr", null, ["Job", "Works on", "Slices done", "Cursor", "Last slice"].map((name) => h("th", { scope: "col" }, name)))),
              h(
                "tbody",
                null,
                jobs.map((job) =>
                  h(
                    "tr",
                    null,
                    h("td", null, h("a", { href: address({ view: "table", pk: job.pk }) }, job.kind)),
                    h("td", { class: "code" }, content(job.ids.join("  "))),
                    h("td", { class: "number" }, job.step),
                    h("td", { class: "code" }, content(job.cursor.join("  ") || "beginning")),
                    h("td", null, timeElement(job.savedAt)),
                  ),
                ),
              ),
            ),
          ),
    );
  }

  showFailures(failures) {
    fill(
      this.failures,
      h(
        "div",
        { class: "row spread" },
        h("h2", { id: "failures" }, "Failures"),
        failures.length > 0 &&
          h("button", { type: "button", class: "primary", onclick: () => this.redrive() }, "Redrive"),
      ),
      failures.length === 0
        ? h("p", { class: "muted" }, "The functions gave up no record.")
        : failures.map((failure) =>
            h(
              "details",
              { class: "card" },
              h(
                "summary",
                null,
                `${(failure.record.requestContext?.functionArn ?? "").split(":").pop() || "Unknown"}: `,
                h("span", { class: "badge bad" }, failure.record.requestContext?.condition ?? "unreadable"),
                ` ${plural(failure.record.DDBStreamBatchInfo?.batchSize ?? 0, "record")}`,
              ),
              jsonBlock(failure.record, "failed records"),
            ),
          ),
    );
  }

  async redrive() {
    try {
      const report = await json("/dev/redrive", { method: "POST", json: {} });
      toast(`Redrove ${plural(report.redriven ?? 0, "failure")}.`);
      await this.refresh();
    } catch (fault) {
      toast(fault.message);
    }
  }

  showInvocations() {
    const all = latest("invocation");
    fill(
      this.invocations,
      h("h2", { id: "invocations" }, "Invocations"),
      all.length === 0
        ? emptyState(
            "No record yet",
            "Every write to the table arrives here, with the function that processed it.",
            h("a", { class: "button primary", href: address({ view: "patterns", operation: "PutUserInfo" }) }, "Write a profile"),
          )
        : h(
            "ul",
            { class: "plain stack tight" },
            all.slice(0, this.shown).map((invocation) => this.row(invocation)),
          ),
      all.length > this.shown &&
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              this.shown += SHOWN_STEP;
              this.showInvocations();
            },
          },
          "Show more",
        ),
    );
  }

  row(invocation) {
    return h(
      "li",
      null,
      h(
        "details",
        {
          class: "card",
          open: invocation.n === this.selected,
          ontoggle: (event) => {
            if (event.target.open && this.selected !== invocation.n) {
              go({ view: "streams", n: invocation.n }, { replace: true });
            }
          },
        },
        h(
          "summary",
          null,
          h("strong", null, invocation.function),
          ` ${plural(invocation.records.length, "record")} · ${plural(invocation.roundTrips, "request")} · ${millis(invocation.ms)} · `,
          h("span", { class: "muted" }, timeElement(invocation.at)),
          invocation.error && h("span", { class: "badge bad" }, "failed"),
          h("div", { class: "code muted" }, content(`${invocation.records[0]?.pk ?? ""}  ›  ${invocation.records[0]?.sk ?? ""}`)),
        ),
        h(
          "div",
          { class: "columns even" },
          h(
            "div",
            { class: "stack tight" },
            h("h3", null, "Records"),
            h(
              "ul",
              { class: "keys" },
              invocation.records.map((record) =>
                h("li", null, h("span", { class: "badge" }, record.eventName.toLowerCase()), " ", keyLink({ pk: record.pk, sk: record.sk })),
              ),
            ),
            invocation.error && h("p", { class: "problem-text" }, invocation.error),
          ),
          h("div", { class: "stack tight" }, h("h3", null, "Requests to DynamoDB"), callList(invocation.calls, invocation.roundTrips)),
        ),
      ),
    );
  }
}

customElements.define("plaza-streams", Streams);
