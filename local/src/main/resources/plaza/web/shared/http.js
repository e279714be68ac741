// Requests to this machine.

/** An error response. Its message says what is wrong with each field, or else the `detail`. */
export class ProblemError extends Error {
  constructor(status, problem) {
    super(
      problem?.errors?.map((each) => each.detail).join(" ") ||
        (problem?.detail ?? problem?.message ?? `The server responded with status ${status}.`),
    );
    this.status = status;
    this.problem = problem ?? {};
  }
}

/** The server does not respond. */
export class UnreachableError extends Error {
  constructor() {
    super("Plaza does not respond. Start it again, then try again.");
  }
}

/**
 * Sends a request.
 *
 * @param {string} path
 * @param {any} [options] `method`, `token`, `headers`, `json` (an object to send), `body`, `signal` and `keepalive`
 * @returns `{status, headers, text, json}` of any response; `json` is undefined if it has none
 */
export async function send(path, options = {}) {
  const headers = new Headers(options.headers);
  if (options.token) {
    headers.set("authorization", `Bearer ${options.token}`);
  }
  let body = options.body;
  if (options.json !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(options.json);
  }
  let response;
  let text;
  try {
    response = await fetch(path, {
      method: options.method ?? "GET",
      headers,
      body,
      signal: options.signal,
      keepalive: options.keepalive ?? false,
      cache: "no-store",
    });
    text = await response.text();
  } catch (fault) {
    if (fault.name === "AbortError") {
      throw fault;
    }
    throw new UnreachableError();
  }
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}

/** Sends a request and returns the JSON of its response; an error response becomes an error. */
export async function json(path, options) {
  const response = await send(path, options);
  if (response.status >= 400) {
    throw new ProblemError(response.status, response.json);
  }
  return response.json;
}

const tokens = new Map();

/** Returns a token of the user with this subject and these groups, kept for ten minutes. */
export async function token(subject, groups = []) {
  const key = [subject, ...groups].join(" ");
  const kept = tokens.get(key);
  if (kept && kept.until > Date.now()) {
    return kept.token;
  }
  const query = groups.length ? `?groups=${groups.map(encodeURIComponent).join(",")}` : "";
  const issued = await json(`/dev/token/${encodeURIComponent(subject)}${query}`);
  tokens.set(key, { token: issued.token, until: Date.now() + 600_000 });
  return issued.token;
}
