// What happens on this machine, as it happens.

import { json } from "/shared/http.js";

const KEPT = { request: "/dev/requests", invocation: "/dev/stream-records" };
const LISTENERS = { request: new Set(), invocation: new Set() };
const ENTRIES_MAX = 1_000;
const entries = { request: [], invocation: [] };
let started;

/** Returns the entries of a kind, the latest first. */
export function latest(kind) {
  return entries[kind];
}

/** Calls `listener` after every change of a kind, until the returned function is called. */
export function listen(kind, listener) {
  LISTENERS[kind].add(listener);
  return () => LISTENERS[kind].delete(listener);
}

/** Loads the entries and follows them; returns a promise that ends when they are loaded. */
export function start() {
  started ??= load().catch((fault) => {
    started = undefined;
    throw fault;
  });
  return started;
}

async function load() {
  let last = 0;
  for (const [kind, path] of Object.entries(KEPT)) {
    entries[kind] = (await json(path)).items;
  }
  // an entry between the two requests is sent again and left out below
  last = Math.min(...Object.values(entries).map((list) => list[0]?.n ?? 0));
  const events = new EventSource(`/dev/events?after=${last}`);
  for (const kind of Object.keys(KEPT)) {
    events.addEventListener(kind, (event) => add(kind, JSON.parse(event.data)));
  }
  addEventListener("pagehide", () => events.close());
}

function add(kind, entry) {
  const list = entries[kind];
  if (list.some((other) => other.n === entry.n && other.at === entry.at)) {
    return;
  }
  // numbers start again with each start of the system
  entries[kind] = [entry, ...list.filter((other) => other.n < entry.n)].slice(0, ENTRIES_MAX);
  for (const listener of LISTENERS[kind]) {
    listener();
  }
}
