// The explorer: one view at a time, chosen by the address.

import { fill, h } from "/shared/dom.js";
import { address, onRoute } from "/shared/router.js";
import "./migrations.js";
import "./patterns.js";
import "./requests.js";
import "./streams.js";
import "./table.js";

const VIEWS = {
  requests: "Requests",
  streams: "Streams",
  table: "Table",
  patterns: "Access patterns",
  migrations: "Migrations",
};

const main = document.getElementById("main");
const views = document.getElementById("views");
let shown;

onRoute((params) => {
  const name = params.view in VIEWS ? params.view : "requests";
  document.title = `${VIEWS[name]} · Plaza`;
  fill(
    views,
    Object.entries(VIEWS).map(([view, title]) =>
      h("a", { href: address({ view }), "aria-current": view === name && "page" }, title),
    ),
  );
  const tag = `plaza-${name}`;
  if (shown?.localName !== tag) {
    shown = document.createElement(tag);
    fill(main, shown);
    scrollTo(0, 0);
  }
  shown.route = params;
});
