// The signed-in person of this window, and requests in their name.

import { json, ProblemError, send, UnreachableError } from "/shared/http.js";
import { unreachable } from "./connection.js";
import { people } from "./contexts.js";

const KEY = "plaza.demo";
const OPENED = "plaza.demo.opened";
const OPENED_MILLIS_MAX = 60_000;
const ATTEMPTS_MAX = 3;
const WAIT_SECONDS_MAX = 10;
const ERASED = "urn:plaza:problem:erased";
const UNAUTHENTICATED = 401;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const REMEMBERED_MILLIS = 60_000;

/** @type {Map<string, {at: number, result: Promise<any>}>} */
const remembered = new Map();

/** @import { Item, Method, Options, Paths, Result, Schemas } from "plaza-demo" */
/** @typedef {{subject: string, userId: string, name: string, imageUrl?: string, token: string, isAdmin: boolean, isLeaving?: boolean}} Session */

// a window that a link opens belongs to the person of the window with the link
takeOver();
for (const name of ["click", "auxclick", "contextmenu"]) {
  addEventListener(name, handOver);
}

/** Returns the session of this window, or null. @returns {Session | null} */
export function session() {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
}

/** @param {Session} person */
function store(person) {
  sessionStorage.setItem(KEY, JSON.stringify(person));
}

/**
 * What other windows have opened within a minute.
 *
 * @returns {{href: string, at: number, session: string}[]}
 */
function opened() {
  const all = JSON.parse(localStorage.getItem(OPENED) ?? "[]");
  return all.filter((each) => Date.now() - each.at < OPENED_MILLIS_MAX);
}

function takeOver() {
  const all = opened();
  const opener = all.find((each) => each.href === location.href);
  if (opener && !sessionStorage.getItem(KEY)) {
    sessionStorage.setItem(KEY, opener.session);
    localStorage.setItem(OPENED, JSON.stringify(all.filter((each) => each !== opener)));
  }
}

/** Gives the session of this window to one that a link may open now. */
function handOver(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const isHere = event.type === "click" && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const text = sessionStorage.getItem(KEY);
  if (link instanceof HTMLAnchorElement && link.pathname === location.pathname && !isHere && text) {
    const next = { href: link.href, at: Date.now(), session: text };
    localStorage.setItem(OPENED, JSON.stringify([...opened(), next]));
  }
}

/** Gives the signed-in person a new name or image. @param {{name: string, imageUrl?: string}} profile */
export function setProfile({ name, imageUrl }) {
  store({ ...signedIn(), name, imageUrl });
  dispatchEvent(new CustomEvent("profile-changed"));
}

/** Keeps whether the signed-in person has deleted their account. @param {boolean} isLeaving */
export function setLeaving(isLeaving) {
  store({ ...signedIn(), isLeaving });
}

/** Returns the signed-in person. @returns {Session} */
export function signedIn() {
  const person = session();
  if (!person) {
    throw new Error("You are not signed in.");
  }
  return person;
}

/**
 * Signs in a person, or an administrator.
 *
 * @param {string} subject
 * @param {boolean} isAdmin whether the person is in the group of administrators
 */
export async function signIn(subject, isAdmin) {
  const groups = isAdmin ? "?groups=admin" : "";
  const { token, userId } = await json(`/dev/token/${encodeURIComponent(subject)}${groups}`);
  const { name, imageUrl } = await people().enter(subject, userId, token);
  store({ subject, userId, token, isAdmin, name, imageUrl });
}

/** Signs in again as the person of this window, after their token has expired. */
export function signInAgain() {
  const { subject, isAdmin } = signedIn();
  return signIn(subject, isAdmin);
}

export function signOut() {
  forget();
  localStorage.removeItem(OPENED);
  sessionStorage.removeItem(KEY);
  dispatchEvent(new CustomEvent("signed-out"));
}

/**
 * Sends a request as the signed-in person and returns the JSON of its response.
 *
 * 429 and 503 are repeated after `Retry-After`. If the token has expired, the person signs in over
 * the page, and the request is sent again. A request that reads waits for a server that does not
 * respond; one that writes fails, because the form or the button that sent it can do it again.
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
 * Reads the texts of all pages of a file, to which the `Link` header leads.
 *
 * @template {keyof Paths} P
 * @param {P} template
 * @param {Options<P, "get">} options
 * @param {(text: string) => void} receive is called with each page
 */
export async function allText(template, options, receive) {
  let cursor;
  do {
    const query = { ...options.query, cursor };
    const { text, headers } = await successful("get", template, { ...options, query });
    receive(text);
    cursor = /[?&]cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
  } while (cursor);
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

/** Forgets what has changed: all keys that begin so. @param {string} [beginning] */
export function forget(beginning = "") {
  for (const key of remembered.keys()) {
    if (key.startsWith(beginning)) {
      remembered.delete(key);
    }
  }
}

/**
 * Like `call`, but returns the status and the entity tag as well.
 *
 * @template {keyof Paths} P
 * @template {Method<P>} M
 * @param {M} method
 * @param {P} template
 * @param {Options<P, M>} options
 * @returns {Promise<{value: Result<P, M>, status: number, tag: string}>}
 */
export async function callWithTag(method, template, options) {
  const response = await successful(method, template, options);
  const { json: value, status, headers } = response;
  return { value, status, tag: headers.get("etag") ?? "" };
}

/** What `call` does, without its types. */
async function success(method, template, options) {
  return (await successful(method, template, options)).json;
}

async function successful(method, template, options) {
  const response = await respond(method, template, options);
  if (response.json?.type === ERASED && session()) {
    setLeaving(true);
  }
  if (response.status >= 400) {
    throw new ProblemError(response.status, response.json);
  }
  return response;
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
  for (let attempt = 1; ; ) {
    const response = await sendOrWait(target, request);
    if (response.status === UNAUTHENTICATED) {
      await renewed();
      continue;
    }
    const isBusy = response.status === TOO_MANY || response.status === UNAVAILABLE;
    const wait = Number(response.headers.get("retry-after") ?? 1);
    if (!isBusy || attempt === ATTEMPTS_MAX || wait > WAIT_SECONDS_MAX) {
      return response;
    }
    attempt++;
    await new Promise((resume) => setTimeout(resume, 1000 * wait));
  }
}

/** Sends a request. One that reads is sent again until the server responds. */
async function sendOrWait(target, request) {
  for (;;) {
    try {
      return await send(target, { token: session()?.token, ...request });
    } catch (error) {
      if (!(error instanceof UnreachableError)) {
        throw error;
      }
      const again = unreachable();
      if (request.method !== "GET") {
        throw new Error("This was not sent.");
      }
      await again;
      request.signal?.throwIfAborted();
    }
  }
}

/** @type {Promise<void> | undefined} */
let renewal;

/** Ends when the person has signed in again; fails if they have signed out instead. */
function renewed() {
  renewal ??= new Promise((resolve, reject) => {
    const detail = { resolve, reject };
    dispatchEvent(new CustomEvent("session-ended", { detail }));
  }).finally(() => {
    renewal = undefined;
  });
  return renewal;
}
