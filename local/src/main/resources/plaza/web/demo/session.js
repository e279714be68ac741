// The signed-in person of this window, and requests in their name.

import { json, ProblemError, send } from "/shared/http.js";

const KEY = "plaza.demo";
const ATTEMPTS_MAX = 3;
const WAIT_SECONDS_MAX = 10;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** @typedef {{userId: string, name: string, token: string}} Session */

/** Returns the session of this window, or null. @returns {Session | null} */
export function session() {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
}

/** Signs in, and creates a profile if the person has none. */
export async function signIn(subject) {
  const { token, userId } = await json(`/dev/token/${encodeURIComponent(subject)}`);
  const me = await send("/me", { token });
  let profile = me.json;
  if (me.status === 404) {
    const path = `/users/${encodeURIComponent(userId)}`;
    profile = await json(path, { method: "PUT", token, json: { name: subject } });
  } else if (me.status >= 400) {
    throw new ProblemError(me.status, me.json);
  }
  sessionStorage.setItem(KEY, JSON.stringify({ userId, token, name: profile.name }));
}

export function signOut() {
  sessionStorage.removeItem(KEY);
}

/** Sends a request as the signed-in person. 429 and 503 are repeated after `Retry-After`. */
export async function respond(path, options = {}) {
  for (let attempt = 1; ; attempt++) {
    const response = await send(path, { token: session()?.token, ...options });
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

/** Sends a request as the signed-in person and returns the JSON of its response. */
export async function call(path, options) {
  const response = await respond(path, options);
  if (response.status >= 400) {
    throw new ProblemError(response.status, response.json);
  }
  return response.json;
}

/** Like `call`, but returns null for 404. */
export async function callOrNull(path, options) {
  const response = await respond(path, options);
  if (response.status === 404) {
    return null;
  }
  if (response.status >= 400) {
    throw new ProblemError(response.status, response.json);
  }
  return response.json;
}

/** Returns the items of all pages of a list. */
export async function all(path) {
  const items = [];
  let cursor = "";
  do {
    const separator = path.includes("?") ? "&" : "?";
    const page = await call(
      cursor ? `${path}${separator}cursor=${encodeURIComponent(cursor)}` : path,
    );
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

/** Escapes an id for a path. */
export const id = encodeURIComponent;
