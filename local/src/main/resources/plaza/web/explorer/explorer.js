// The explorer: one view at a time, chosen by the address.

import { emptyState, fill, h } from "/shared/dom.js";

const main = document.getElementById("main");

fill(
  main,
  h(
    "div",
    { class: "stack" },
    h("h1", null, "Plaza"),
    h("p", { class: "muted" }, "A social backend, running on this machine."),
    emptyState(
      "Try the API",
      "Swagger UI lists every route and sends requests to this machine.",
      h("a", { class: "button primary", href: "/docs/" }, "Open Swagger UI"),
    ),
  ),
);
