// Streams: the invocations of the stream functions, the jobs, and the records that were given up.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { LogView } from "./log.js";
import { plural } from "./newest.js";
import { callList, invocationList, invocationSummary, jsonBlock, keyLink } from "./parts.js";

const RECORDS_SHOWN = 50;
const JOBS_SHOWN = 20;
const FAILURES_SHOWN = 20;

class Streams extends LogView {
  view = "streams";
  kind = "invocation";
  heading = "Streams";
  filterHint = "Function or key";
  placeholder = "Select an invocation to see its records and what it wrote.";
  state = h("span", { class: "badge", role: "status" }, "Loading");
  jobs = h("section", { "aria-labelledby": "jobs", class: "stack tight" }, h("h2", { id: "jobs" }, "Jobs"), loadingState());
  failures = h(
    "section",
    { "aria-labelledby": "failures", class: "stack tight" },
    h("h2", { id: "failures" }, "Failures"),
    loadingState(),
  );
  above = h("div", { class: "above" }, this.failures, this.jobs);

  async load() {
    await super.load();
    if (this.isConnected) {
      await this.refresh().catch((fault) => {
        fill(this.failures, h("h2", { id: "failures" }, "Failures"), errorState(fault, () => this.load()));
        fill(this.jobs, h("h2", { id: "jobs" }, "Jobs"));
      });
    }
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
                jobs.slice(0, JOBS_SHOWN).map((job) =>
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
      jobs.length > JOBS_SHOWN && h("p", { class: "muted" }, `and ${plural(jobs.length - JOBS_SHOWN, "more job")}`),
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
        : failures.slice(0, FAILURES_SHOWN).map((failure) =>
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
      failures.length > FAILURES_SHOWN &&
        h("p", { class: "muted" }, `and ${plural(failures.length - FAILURES_SHOWN, "more failure")}`),
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

  empty() {
    return emptyState(
      "No record yet",
      "Every write to the table arrives here, with the function that processed it.",
      h("a", { class: "button primary", href: address({ view: "patterns", operation: "PutUserInfo" }) }, "Write a profile"),
    );
  }

  entries(invocations) {
    return invocationList(invocations, () => "");
  }

  details(invocation) {
    const { records } = invocation;
    return h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "row" },
        h("h2", null, invocation.function),
        invocation.error && h("span", { class: "badge bad" }, "failed"),
      ),
      h("p", { class: "muted" }, timeElement(invocation.at), ` · ${invocationSummary(invocation)}`),
      invocation.error && h("p", { class: "problem-text" }, invocation.error),
      h("h3", null, "Records"),
      h(
        "ul",
        { class: "keys" },
        records.slice(0, RECORDS_SHOWN).map((record) =>
          h("li", null, h("span", { class: "badge" }, record.eventName.toLowerCase()), " ", keyLink({ pk: record.pk, sk: record.sk })),
        ),
        records.length > RECORDS_SHOWN && h("li", { class: "muted" }, `and ${records.length - RECORDS_SHOWN} more`),
      ),
      h("h3", null, "Requests to DynamoDB"),
      callList(invocation.calls, invocation.roundTrips),
    );
  }
}

customElements.define("plaza-streams", Streams);
