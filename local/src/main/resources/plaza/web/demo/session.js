// The signed-in person of this window, and requests in their name.

import { json, ProblemError, send } from "/shared/http.js";

const KEY = "plaza.demo";
const VIEWS = "plaza.demo.views";
const ATTEMPTS_MAX = 3;
const WAIT_SECONDS_MAX = 10;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const REMEMBERED_MILLIS = 60_000;

/** @type {Map<string, {at: number, result: Promise<any>}>} */
const remembered = new Map();

/** @import { Item, Method, Options, Paths, Result, Schemas } from "plaza-demo" */
/** @typedef {{userId: string, name: string, token: string}} Session */

/** Returns the session of this window, or null. @returns {Session | null} */
export function session() {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
}

/** Returns the signed-in person. @returns {Session} */
export function signedIn() {
  const person = session();
  if (!person) {
    throw new Error("You are not signed in.");
  }
  return person;
}

/** Signs in, and creates a profile if the person has none. */
export async function signIn(subject) {
  const { token, userId } = await json(`/dev/token/${encodeURIComponent(subject)}`);
  const me = await send("/me", { token });
  /** @type {Schemas["UserProfile"]} */
  let profile = me.json;
  if (me.status === 404) {
    const path = `/users/${encodeURIComponent(userId)}`;
    profile = await json(path, { method: "PUT", token, json: { name: subject } });
  } else if (me.status >= 400) {
    throw new ProblemError(me.status, me.json);
  }
  sessionStorage.setItem(KEY, JSON.stringify({ userId, token, name: profile.name }));
}

/** The id under which the views of this window count. */
export function viewSession() {
  const id = sessionStorage.getItem(VIEWS) ?? crypto.randomUUID();
  sessionStorage.setItem(VIEWS, id);
  return id;
}

export function signOut() {
  forget();
  sessionStorage.removeItem(KEY);
}

/**
 * Sends a request as the signed-in person and returns the JSON of its response. 429 and 503 are
 * repeated after `Retry-After`.
 *
 * Paths, parameters, bodies and responses have the types of the TypeScript client.
 *
 * @template {keyof Paths} P
 * @template {Method<P>} M
 * @param {M} method
 * @param {P} template
 * @param {Options<P, M>} options
 * @returns {Promise<Result<P, M>>}
 */
export function call(method, template, options) {
  return success(method, template, options);
}

/**
 * Like `call`, but returns null for 404.
 *
 * @template {keyof Paths} P
 * @template {Method<P>} M
 * @param {M} method
 * @param {P} template
 * @param {Options<P, M>} options
 * @returns {Promise<Result<P, M> | null>}
 */
export function callOrNull(method, template, options) {
  return call(method, template, options).catch((error) => {
    if (error.status === 404) {
      return null;
    }
    throw error;
  });
}

/**
 * Returns the items of all pages of a list.
 *
 * @template {keyof Paths} P
 * @param {P} template
 * @param {Options<P, "get">} options
 * @returns {Promise<Item<P>[]>}
 */
export async function all(template, options) {
  const items = [];
  let cursor;
  do {
    const query = { ...options.query, cursor };
    const page = await success("get", template, { ...options, query });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

/**
 * Returns what `load` returned for this key within the last minute, or calls it. A view that is
 * opened again, with another gameweek or person, so does not request everything again.
 *
 * @template Result
 * @param {string} key
 * @param {() => Promise<Result>} load
 * @returns {Promise<Result>}
 */
export function remember(key, load) {
  const known = remembered.get(key);
  if (known && performance.now() - known.at < REMEMBERED_MILLIS) {
    return known.result;
  }
  const result = load();
  remembered.set(key, { at: performance.now(), result });
  result.catch(() => remembered.delete(key));
  return result;
}

/** Forgets everything, because something has changed. */
export function forget() {
  remembered.clear();
}

/** What `call` does, without its types. */
async function success(method, template, options) {
  const response = await respond(method, template, options);
  if (response.status >= 400) {
    throw new ProblemError(response.status, response.json);
  }
  return response.json;
}

/** Returns the address of a route; the values of a list are separated by commas. */
export function route(template, { path = {}, query = {} }) {
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name]));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${[value].flat().map(encodeURIComponent).join(",")}`);
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
}

async function respond(method, template, options) {
  const { headers, json, body, signal, keepalive, path, query } = options;
  const target = route(template, { path, query });
  const request = { method: method.toUpperCase(), headers, json, body, signal, keepalive };
  for (let attempt = 1; ; attempt++) {
    const response = await send(target, { token: session()?.token, ...request });
    if (response.status === 401) {
      signOut();
      dispatchEvent(new CustomEvent("signed-out"));
    }
    const isBusy = response.status === TOO_MANY || response.status === UNAVAILABLE;
    const wait = Number(response.headers.get("retry-after") ?? 1);
    if (!isBusy || attempt === ATTEMPTS_MAX || wait > WAIT_SECONDS_MAX) {
      return response;
    }
    await new Promise((resume) => setTimeout(resume, 1000 * wait));
  }
}
