// Access patterns: every function of the API, each with a form that performs the call.

import { copyButton, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { json, send, token } from "/shared/http.js";
import { address, go } from "/shared/router.js";
import { figures, methodName, statusBadge } from "./newest.js";
import { callList, jsonBlock } from "./parts.js";

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
    this.list = h("nav", { "aria-label": "Access patterns", class: "patterns list" });
    this.detail = h("section", { class: "detail", "aria-label": "Access pattern", tabindex: "-1" });
    this.filter = h("input", {
      id: "pattern-filter",
      type: "search",
      placeholder: "Function or path",
      oninput: () => go({ view: "patterns", contains: this.filter.value, operation: this.params.operation }, { replace: true }),
    });
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
    const before = this.params;
    this.params = params;
    if (document.activeElement !== this.filter) {
      this.filter.value = params.contains ?? "";
    }
    this.toggleAttribute("data-selected", Boolean(params.operation));
    this.show(before);
  }

  async show(before) {
    try {
      operations ??= await load();
    } catch (fault) {
      fill(this.list, errorState(fault, () => this.show(before)));
      return;
    }
    this.showList();
    const selected = this.params.operation;
    if (before && before.operation === selected) {
      return;
    }
    const operation = operations.find((each) => each.id === selected);
    fill(
      this.detail,
      h("a", { class: "back", href: address({ view: "patterns", contains: this.params.contains }) }, "All access patterns"),
      operation
        ? new Form(operation).element
        : h("p", { class: "muted placeholder" }, "Select an access pattern to call it."),
    );
    this.detail.scrollTop = 0;
    if (before && this.list.offsetParent === null) {
      this.detail.focus({ preventScroll: true });
      scrollTo(0, 0);
    } else if (before?.operation && !selected) {
      this.list.querySelector(`[data-operation="${CSS.escape(before.operation)}"]`)?.focus();
    } else {
      this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    }
  }

  showList() {
    const { contains = "", operation } = this.params;
    const word = contains.trim().toLowerCase();
    const found = operations.filter((each) => `${each.id} ${each.method} ${each.path}`.toLowerCase().includes(word));
    const tags = [...new Set(found.map((each) => each.tag))];
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.operation : undefined;
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
                  {
                    href: address({ view: "patterns", contains, operation: each.id }),
                    "data-operation": each.id,
                    "aria-current": each.id === operation && "page",
                  },
                  h("span", { class: "row" }, methodName(each.method), h("strong", null, each.id)),
                  h("span", { class: "code muted" }, each.path),
                ),
              ),
            ),
        ),
      ]),
    );
    if (focused) {
      this.list.querySelector(`[data-operation="${CSS.escape(focused)}"]`)?.focus();
    }
  }
}

const CALLER = "plaza-explorer-caller";

/**
 * Returns ids of a path parameter that exist, those that belong to one of `owners` first, and whether
 * the parameter normally is the id of the caller.
 *
 * @returns {Promise<{items: string[], isCaller: boolean}>}
 */
function ids(name, owners, contains = "") {
  const query = new URLSearchParams({ name, of: owners.join(","), contains });
  return json(`/dev/ids?${query}`);
}

/** The form of one access pattern. */
class Form {
  constructor(operation) {
    this.operation = operation;
    /** What a parameter's field contains now, by parameter. */
    this.values = new Map();
    /** The fields of path parameters. */
    this.fields = [];
    this.result = h("div", { class: "stack result", "aria-live": "polite" });
    const caller = this.choice("caller", "userId", { required: true, onchange: () => this.changeCaller() });
    this.caller = caller.input;
    this.admin = h("input", { id: "admin", type: "checkbox", checked: /administrator/i.test(operation.description) });
    this.submit = h("button", { type: "submit", class: "primary" }, "Send");
    this.element = h(
      "div",
      { class: "stack" },
      h("div", { class: "row" }, methodName(operation.method), h("h2", null, operation.id)),
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
          field("caller", "Caller", this.caller, "The subject of the token. Other forms remember it.", caller.list),
          h("div", { class: "row" }, this.admin, h("label", { for: "admin" }, "Administrator")),
          operation.parameters.map((parameter) => this.parameter(parameter)),
        ),
        operation.mediaType && this.body(),
        h("div", { class: "row actions" }, this.submit, copyButton(() => this.curl(), "curl command", "Copy curl")),
      ),
      this.result,
    );
    this.begin();
  }

  /** Chooses a caller who exists, and other ids that exist. The examples remain where none do. */
  async begin() {
    try {
      const [first] = (await ids("userId", [])).items;
      this.caller.value = sessionStorage.getItem(CALLER) || first || "alice";
      await this.fillIn();
    } catch {
      this.caller.value ||= sessionStorage.getItem(CALLER) || "alice";
    }
  }

  changeCaller() {
    sessionStorage.setItem(CALLER, this.caller.value);
    this.fillIn().catch(() => {});
  }

  /**
   * Fills in the path parameters that the user did not change: first the caller's, then the others in
   * their order, because one can belong to those before it.
   */
  async fillIn() {
    const fields = this.fields.filter(({ input }) => !input.dataset.edited);
    const known = await Promise.all(fields.map(({ name }) => ids(name, [])));
    fields.filter((_, at) => known[at].isCaller).forEach(({ input }) => (input.value = this.caller.value));
    for (const { name, input } of fields.filter((_, at) => !known[at].isCaller)) {
      const { items } = await ids(name, this.owners(input));
      if (!input.dataset.edited) {
        // a request about oneself, such as a follow, is rejected
        input.value = items.find((id) => id !== this.caller.value) ?? input.value;
      }
    }
  }

  /** The ids to which others can belong: the caller, and the values of the other fields. */
  owners(input) {
    const others = this.fields.filter((each) => each.input !== input && each.input.value).map((each) => each.input.value);
    return others.length > 0 ? others : [this.caller.value];
  }

  /** A field with the ids that exist as suggestions, found while the user types. */
  choice(id, name, props) {
    const list = h("datalist", { id: `${id}-choices` });
    let turn = 0;
    const suggest = async () => {
      const mine = ++turn;
      const found = await ids(name, id === "caller" ? [] : this.owners(input), input.value).catch(() => null);
      if (mine === turn) {
        fill(list, found?.items.map((each) => h("option", { value: each })));
      }
    };
    const input = h("input", {
      id,
      list: list.id,
      autocomplete: "off",
      spellcheck: "false",
      onfocus: suggest,
      oninput: () => {
        input.dataset.edited = "true";
        suggest();
      },
      ...props,
    });
    return { input, list };
  }

  parameter(parameter) {
    const { name, required, schema = {}, description } = parameter;
    const id = `parameter-${parameter.in}-${name}`;
    const label = name + (required ? "" : " (optional)");
    if (schema.type === "array" && schema.items?.enum) {
      const boxes = schema.items.enum.map((choice) => h("input", { type: "checkbox", id: `${id}-${choice}`, value: choice }));
      this.values.set(parameter, () => boxes.filter((box) => box.checked).map((box) => box.value).join(","));
      return h(
        "fieldset",
        { class: "field choices" },
        h("legend", null, label),
        boxes.map((box) => h("span", { class: "row" }, box, h("label", { for: box.id }, box.value))),
        description && h("span", { class: "hint" }, description),
      );
    }
    const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : undefined);
    let input;
    let list;
    if (choices) {
      input = h("select", { id }, h("option", { value: "" }, "–"), choices.map((choice) => h("option", { value: choice }, String(choice))));
    } else if (parameter.in === "path") {
      ({ input, list } = this.choice(id, name, { required }));
    } else {
      input = h("input", { id, required, autocomplete: "off", spellcheck: "false" });
    }
    if (parameter.in === "path") {
      input.value = parameter.example ?? schema.examples?.[0] ?? "";
      if (!choices) {
        this.fields.push({ name, input });
      }
    }
    this.values.set(parameter, () => input.value);
    return field(id, label, input, description, list);
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
    for (const [parameter, value] of this.values) {
      if (parameter.in === "path") {
        path = path.replace(`{${parameter.name}}`, encodeURIComponent(value()));
      } else if (parameter.in === "query" && value() !== "") {
        query.set(parameter.name, value());
      }
    }
    return query.size ? `${path}?${query}` : path;
  }

  headers() {
    const headers = {};
    for (const [parameter, value] of this.values) {
      if (parameter.in === "header" && value() !== "") {
        headers[parameter.name] = value();
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
      sessionStorage.setItem(CALLER, this.caller.value);
      const before = (await json("/dev/requests?limit=1&view=summary")).last;
      const response = await send(this.target(), {
        method: this.operation.method,
        token: bearer,
        headers: this.headers(),
        body: this.text?.value || undefined,
      });
      const { items } = await json(`/dev/requests?after=${before}`);
      this.show(response, items.find((request) => request.function === this.operation.id));
      this.result.scrollIntoView({ block: "start" });
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
          h("span", { class: "muted" }, figures(request)),
        request && h("a", { href: address({ view: "requests", call: request.n }) }, "Details"),
      ),
      response.text === ""
        ? h("p", { class: "muted" }, "The response has no body.")
        : jsonBlock(response.json ?? response.text, "response"),
      request && h("h3", null, "Requests to DynamoDB"),
      request && callList(request.calls, request.roundTrips),
    );
  }
}

function field(id, label, input, hint, choices) {
  if (hint) {
    input.setAttribute("aria-describedby", `${id}-hint`);
  }
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    choices,
    hint && h("span", { class: "hint", id: `${id}-hint` }, hint),
  );
}

customElements.define("plaza-patterns", Patterns);
