// What happens on this machine: pages of its log, and news of each new entry.

import { json } from "/shared/http.js";
import { NEWEST, opened, PAGE_SIZE } from "./newest.js";

const PATHS = { request: "/dev/requests", invocation: "/dev/stream-records" };

const OFFLINE_ATTEMPTS = 3;
const PAUSE_MILLIS = 500;
const PAUSE_MAX_MILLIS = 8_000;

const listeners = { request: new Set(), invocation: new Set() };
const connectionListeners = new Set();
const current = { state: "connecting", attempts: 0 };
/** The response to `NEWEST`, which is valid until the next news. */
let newest = opened.catch(() => json(NEWEST));
/** The number of the last entry that is known; undefined before the first response. */
let last;
let endPause = () => {};
let left = new AbortController();

/** Returns a page of a kind, the latest first, without the requests to DynamoDB of its entries. */
export function page(kind, { before, contains, sort } = {}) {
  const query = new URLSearchParams({ view: "summary", limit: String(PAGE_SIZE) });
  if (before) {
    query.set("before", before);
  }
  if (contains) {
    query.set("contains", contains);
  }
  if (sort) {
    query.set("sort", sort);
  }
  const target = `${PATHS[kind]}?${query}`;
  return target === NEWEST ? (newest ??= json(target)) : json(target);
}

/** Returns one entry with its requests to DynamoDB, or undefined if the log has it no more. */
export async function one(kind, n) {
  return (await json(`${PATHS[kind]}?n=${n}`)).items[0];
}

/** Returns the latest entry that contains a text, or undefined. */
export async function latest(kind, text) {
  return (await json(`${PATHS[kind]}?${new URLSearchParams({ contains: text, limit: "1" })}`)).items[0];
}

/** Calls `listener` after each new entry of a kind, until the returned function is called. */
export function listen(kind, listener) {
  listeners[kind].add(listener);
  return () => listeners[kind].delete(listener);
}

/** Whether the page receives news: `state` is connecting, live, reconnecting or offline. */
export function connection() {
  return current;
}

/** Calls `listener` now and after each change of the connection. */
export function onConnection(listener) {
  connectionListeners.add(listener);
  listener();
}

/** Ends the pause before the next attempt. */
export function retryNow() {
  endPause();
}

function change(state, attempts) {
  if (current.state !== state || current.attempts !== attempts) {
    Object.assign(current, { state, attempts });
    connectionListeners.forEach((listener) => listener());
  }
}

/** Receives news until the connection fails. Each response ends after the first news or 15 seconds. */
async function receive() {
  try {
    for (;;) {
      const response = await fetch(`/dev/events?after=${last}`, { cache: "no-store", signal: left.signal });
      if (!response.ok) {
        throw new Error(response.statusText);
      }
      const kinds = new Set();
      for (const [, number, kind] of (await response.text()).matchAll(/^id: (\d+)\nevent: (\w+)$/gm)) {
        last = Math.max(last, Number(number));
        kinds.add(kind);
      }
      if (kinds.size > 0) {
        newest = undefined;
        notify(kinds);
      }
    }
  } catch {
    newest = undefined;
    if (!left.signal.aborted) {
      connect();
    }
  }
}

function notify(kinds) {
  for (const kind of kinds) {
    listeners[kind]?.forEach((listener) => listener());
  }
}

/** Tries to connect until it succeeds. Numbers start again with each start of the system. */
async function connect() {
  for (let attempts = 1; ; attempts++) {
    if (last !== undefined) {
      change(attempts > OFFLINE_ATTEMPTS ? "offline" : "reconnecting", attempts);
    }
    try {
      const isFirst = last === undefined;
      last = (await page("request")).last;
      change("live", 0);
      if (!isFirst) {
        notify(Object.keys(listeners));
      }
      receive();
      return;
    } catch {
      newest = undefined;
      await pause(Math.min(PAUSE_MAX_MILLIS, PAUSE_MILLIS * 2 ** (attempts - 1)));
    }
  }
}

function pause(millis) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    endPause = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

// a page that was left must hold none of the six connections of the browser
addEventListener("pagehide", () => left.abort());
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    left = new AbortController();
    connect();
  }
});
connect();
