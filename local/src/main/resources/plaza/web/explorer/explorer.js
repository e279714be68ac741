// The explorer: one view at a time, chosen by the address. A view is loaded when it is opened first.

import { errorState, fill, h } from "/shared/dom.js";
import { address, onRoute } from "/shared/router.js";
import { connection, onConnection, retryNow } from "./live.js";

const VIEWS = {
  requests: { title: "Requests", load: () => import("./requests.js") },
  streams: { title: "Streams", load: () => import("./streams.js") },
  table: { title: "Table", load: () => import("./table.js") },
  patterns: { title: "Access patterns", load: () => import("./patterns.js") },
  costs: { title: "Costs", load: () => import("./costs.js") },
  migrations: { title: "Migrations", load: () => import("./migrations.js") },
};

const main = document.getElementById("main");
const views = document.getElementById("views");
let shown;

onRoute(async (params) => {
  const name = params.view in VIEWS ? params.view : "requests";
  const { title, load } = VIEWS[name];
  document.title = `${title} · Plaza`;
  fill(
    views,
    Object.entries(VIEWS).map(([view, each]) =>
      h("a", { href: address({ view }), "aria-current": view === name && "page" }, each.title),
    ),
  );
  const tag = `plaza-${name}`;
  if (shown?.localName !== tag) {
    shown = document.createElement(tag);
    fill(main, shown);
    scrollTo(0, 0);
  }
  const view = shown;
  try {
    await load();
    if (view === shown) {
      view.route = params;
    }
  } catch {
    fill(main, errorState("The view cannot be loaded. Start Plaza again, then reload the page.", () => location.reload()));
  }
});

const status = h("span", { role: "status", class: "badge" }, "Connecting");
const retry = h("button", { type: "button", class: "quiet", hidden: true, onclick: retryNow }, "Try now");
fill(document.getElementById("connection"), status, retry);
onConnection(() => {
  const { state, attempts } = connection();
  const kind = { live: "good", reconnecting: "warning", offline: "bad" }[state] ?? "";
  const text = {
    connecting: "Connecting",
    live: "Live",
    reconnecting: `Reconnecting, attempt ${attempts}`,
    offline: `Offline, attempt ${attempts}`,
  }[state];
  status.className = `badge ${kind}`;
  fill(status, text);
  retry.hidden = state !== "offline";
});
