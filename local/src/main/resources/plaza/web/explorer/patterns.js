// Access patterns: every function of the API, each with a form that performs the call.

import { copyButton } from "/shared/copy.js";
import { emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { json, send, token } from "/shared/http.js";
import { address } from "/shared/router.js";
import { callList, jsonBlock, millis, plural, statusBadge, units } from "./parts.js";

let operations;

/** Loads the operations of the contract, by tag in the order of the document. */
async function load() {
  const contract = await json("/openapi.json");
  const resolve = (value) => (value?.$ref ? value.$ref.slice(2).split("/").reduce((at, name) => at[name], contract) : value);
  const found = [];
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const content = operation.requestBody?.content ?? {};
      const [mediaType] = Object.keys(content);
      found.push({
        id: operation.operationId,
        tag: operation.tags[0],
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description,
        parameters: (operation.parameters ?? []).map(resolve),
        mediaType,
        example: mediaType && content[mediaType].example,
        isBodyRequired: operation.requestBody?.required === true,
      });
    }
  }
  return found;
}

class Patterns extends HTMLElement {
  connectedCallback() {
    this.list = h("nav", { "aria-label": "Access patterns", class: "patterns" });
    this.detail = h("section", { class: "detail", "aria-label": "Access pattern" });
    this.filter = h("input", { id: "pattern-filter", type: "search", placeholder: "Function or path", oninput: () => this.showList() });
    fill(
      this,
      h(
        "div",
        { class: "row spread heading" },
        h("h1", null, "Access patterns"),
        h("div", null, h("label", { class: "visually-hidden", for: "pattern-filter" }, "Filter"), this.filter),
      ),
      h("div", { class: "columns" }, this.list, this.detail),
    );
    fill(this.list, loadingState("Loading the contract"));
  }

  set route(params) {
    this.selected = params.operation;
    this.show();
  }

  async show() {
    try {
      operations ??= await load();
    } catch (fault) {
      fill(this.list, errorState(fault, () => this.show()));
      return;
    }
    this.showList();
    const operation = operations.find((each) => each.id === this.selected);
    fill(
      this.detail,
      operation
        ? new Form(operation).element
        : h("p", { class: "muted placeholder" }, "Select an access pattern to call it."),
    );
  }

  showList() {
    const word = this.filter.value.trim().toLowerCase();
    const found = (operations ?? []).filter((each) => `${each.id} ${each.method} ${each.path}`.toLowerCase().includes(word));
    const tags = [...new Set(found.map((each) => each.tag))];
    fill(
      this.list,
      tags.length === 0 && emptyState("No access pattern matches", "Change the filter to see others."),
      tags.map((tag) => [
        h("h2", null, tag),
        h(
          "ul",
          { class: "plain" },
          found
            .filter((each) => each.tag === tag)
            .map((each) =>
              h(
                "li",
                null,
                h(
                  "a",
                  { href: address({ view: "patterns", operation: each.id }), "aria-current": each.id === this.selected && "page" },
                  h("span", { class: "row" }, h("span", { class: "badge accent" }, each.method), h("strong", null, each.id)),
                  h("span", { class: "code muted" }, each.path),
                ),
              ),
            ),
        ),
      ]),
    );
  }
}

/** The form of one access pattern. */
class Form {
  constructor(operation) {
    this.operation = operation;
    this.inputs = new Map();
    this.result = h("div", { class: "stack", "aria-live": "polite" });
    const caller = operation.parameters.find((each) => each.in === "path" && ["userId", "gamerId"].includes(each.name))?.example ?? "alice";
    this.caller = h("input", { id: "caller", value: caller, required: true, autocomplete: "off", spellcheck: "false" });
    this.admin = h("input", { id: "admin", type: "checkbox", checked: /administrator/i.test(operation.description) });
    this.submit = h("button", { type: "submit", class: "primary" }, "Send");
    this.element = h(
      "div",
      { class: "stack" },
      h("div", { class: "row" }, h("span", { class: "badge accent" }, operation.method), h("h2", null, operation.id)),
      h("p", { class: "code" }, operation.path),
      h("p", null, `${operation.summary}.`),
      h("p", { class: "muted" }, operation.description),
      h(
        "form",
        {
          class: "stack",
          onsubmit: (event) => {
            event.preventDefault();
            this.send();
          },
        },
        h(
          "div",
          { class: "fields" },
          field("caller", "Caller", this.caller, "The subject of the token."),
          h("div", { class: "row" }, this.admin, h("label", { for: "admin" }, "Administrator")),
          operation.parameters.map((parameter) => this.parameter(parameter)),
        ),
        operation.mediaType && this.body(),
        h("div", { class: "row" }, this.submit, copyButton(() => this.curl(), "curl command")),
      ),
      this.result,
    );
  }

  parameter(parameter) {
    const id = `parameter-${parameter.in}-${parameter.name}`;
    const choices = parameter.schema?.enum ?? (parameter.schema?.type === "boolean" ? [true, false] : undefined);
    const input = choices
      ? h("select", { id }, h("option", { value: "" }, "–"), choices.map((choice) => h("option", { value: choice }, String(choice))))
      : h("input", { id, required: parameter.required, autocomplete: "off", spellcheck: "false" });
    if (parameter.in === "path") {
      input.value = parameter.example ?? parameter.schema?.examples?.[0] ?? "";
    }
    this.inputs.set(parameter, input);
    return field(id, parameter.name + (parameter.required ? "" : " (optional)"), input, parameter.description);
  }

  body() {
    const { example, mediaType } = this.operation;
    this.text = h("textarea", {
      id: "body",
      class: "code",
      rows: 8,
      spellcheck: "false",
      value: typeof example === "string" ? example : example === undefined ? "" : JSON.stringify(example, null, 2),
    });
    return field("body", "Body", this.text, mediaType);
  }

  target() {
    const query = new URLSearchParams();
    let path = this.operation.path;
    for (const [parameter, input] of this.inputs) {
      if (parameter.in === "path") {
        path = path.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      } else if (parameter.in === "query" && input.value !== "") {
        query.set(parameter.name, input.value);
      }
    }
    return query.size ? `${path}?${query}` : path;
  }

  headers() {
    const headers = {};
    for (const [parameter, input] of this.inputs) {
      if (parameter.in === "header" && input.value !== "") {
        headers[parameter.name] = input.value;
      }
    }
    if (this.text && this.text.value !== "") {
      headers["content-type"] = this.operation.mediaType;
    }
    return headers;
  }

  curl() {
    const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    const headers = Object.entries(this.headers()).map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`);
    const body = this.text?.value ? ` --data-binary ${quote(this.text.value)}` : "";
    const groups = this.admin.checked ? "?groups=admin" : "";
    return (
      `curl -X ${this.operation.method} ${quote(location.origin + this.target())}` +
      ` -H "authorization: Bearer $(curl -s -H 'accept: text/plain' ${quote(`${location.origin}/dev/token/${encodeURIComponent(this.caller.value)}${groups}`)})"` +
      headers.join("") +
      body
    );
  }

  async send() {
    this.submit.setAttribute("aria-disabled", "true");
    fill(this.result, loadingState("Sending"));
    try {
      const bearer = await token(this.caller.value, this.admin.checked ? ["admin"] : []);
      const before = (await json("/dev/requests?after=0")).items[0]?.n ?? 0;
      const response = await send(this.target(), {
        method: this.operation.method,
        token: bearer,
        headers: this.headers(),
        body: this.text?.value || undefined,
      });
      const { items } = await json(`/dev/requests?after=${before}`);
      this.show(response, items.find((request) => request.function === this.operation.id));
    } catch (fault) {
      fill(this.result, errorState(fault, () => this.send()));
    } finally {
      this.submit.removeAttribute("aria-disabled");
    }
  }

  show(response, request) {
    fill(
      this.result,
      h(
        "div",
        { class: "row" },
        h("h3", null, "Response"),
        statusBadge(response.status),
        request &&
          h(
            "span",
            { class: "muted" },
            `${millis(request.ms)} · ${units(request.readUnits)} RRU · ${units(request.writeUnits)} WRU · ${plural(request.roundTrips, "round trip")}`,
          ),
        request && h("a", { href: address({ view: "requests", n: request.n }) }, "Details"),
      ),
      response.text === ""
        ? h("p", { class: "muted" }, "The response has no body.")
        : jsonBlock(response.json ?? response.text, "response"),
      request && h("h3", null, "Requests to DynamoDB"),
      request && callList(request.calls, request.roundTrips),
    );
  }
}

function field(id, label, input, hint) {
  if (hint) {
    input.setAttribute("aria-describedby", `${id}-hint`);
  }
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    hint && h("span", { class: "hint", id: `${id}-hint` }, hint),
  );
}

customElements.define("plaza-patterns", Patterns);
