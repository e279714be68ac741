import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";
import { encoded, store, type UploadOptions } from "./upload.js";

export type { components, operations, paths } from "./schema.js";
export { UploadError, type UploadOptions } from "./upload.js";

/** The schemas of the API by name: `Schemas["Post"]`. */
export type Schemas = components["schemas"];

/** Why a call did not succeed. A `switch` over its `type` knows all that the API documents. */
export type Problem = Schemas["Problem"];

/** Headers with their names as the document spells them, or in lower case, as HTTP/2 sends them. */
type HeaderNames<All> = { [Name in keyof All as Name | Lowercase<Name & string>]: All[Name] };

type Parameters<All> = {
  [Place in keyof All]: Place extends "header" ? HeaderNames<Exclude<All[Place], undefined>> : All[Place];
};

type Operation<All> = {
  [Part in keyof All]: Part extends "parameters" ? Parameters<All[Part]> : All[Part];
};

/** A client with a method for each HTTP method; paths, parameters, bodies and responses are typed. */
export type Plaza = Client<{
  [Path in keyof paths]: { [Method in keyof paths[Path]]: Operation<paths[Path][Method]> };
}>;

export interface PlazaOptions {
  /** The address of the API, without a slash at the end. */
  baseUrl: string;

  /** The access token, or a function that returns the current one. It is called for each request. */
  token: string | (() => string | Promise<string>);

  /** Sends the requests; `fetch` of the platform by default. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Creates a client that sends the token with each request. */
export function createPlaza({ baseUrl, token, fetch }: PlazaOptions): Plaza {
  const client: Plaza = createClient({
    baseUrl,
    // the API separates the values of a list by commas
    querySerializer: { array: { style: "form", explode: false } },
    // a bookmarks file is no JSON
    bodySerializer: (body) => (typeof body === "string" ? body : JSON.stringify(body)),
    ...(fetch && { fetch }),
  });
  client.use({
    async onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
      return request;
    },
  });
  return client;
}

/** A response that is not a success. */
export class PlazaError extends Error {
  override readonly name = "PlazaError";
  readonly response: Response;

  /** The problem that the API describes, if it does: `problem.detail` says what to do. */
  readonly problem: Problem | undefined;

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? `The response is ${response.status}.`);
    this.response = response;
    this.problem = problem;
  }

  get status(): number {
    return this.response.status;
  }
}

/** What a call of the client returns. */
interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * Returns the body of a successful response.
 *
 * @throws {PlazaError} for any other response
 */
export async function ok<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) {
    throw new PlazaError(response, isProblem(error) ? error : undefined);
  }
  return data as Data;
}

function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "type" in error && "detail" in error;
}

/** A page of a list. */
interface Page<Item> {
  items: Item[];
  nextCursor?: string;
}

/**
 * Iterates over the items of all pages of a list. A page is requested when its first item is needed.
 *
 * @param list requests a page: `cursor => plaza.GET("/…", { params: { query: { ...cursor } } })`.
 *   The argument is empty for the first page
 * @throws {PlazaError} when a page cannot be read
 */
export async function* pages<Item>(
  list: (cursor: { cursor?: string }) => Promise<Result<Page<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: { cursor?: string } = {};
  for (;;) {
    const page = await ok(list(cursor));
    yield* page.items;
    if (page.nextCursor === undefined) {
      return;
    }
    cursor = { cursor: page.nextCursor };
  }
}

export interface RetryOptions {
  /** How often a request is sent at most; 5 by default. */
  attempts?: number;

  /** The longest pause in milliseconds; 30,000 by default. If the server requests a longer one, its response is returned. */
  pauseMax?: number;

  /** Ends the pauses, with its reason as the error. Pass it to the requests, too. */
  signal?: AbortSignal;
}

/** What a request of a repeated call needs. */
export interface Attempt {
  /** The header that makes the repetition of a POST safe. It is the same in all attempts. */
  headers: { "Idempotency-Key": string };
}

const FIRST_PAUSE = 100;

/**
 * Repeats a call while the network fails, or while the response is 429 or 503. It waits as long as
 * `Retry-After` says, and otherwise a random time, up to a limit that doubles.
 *
 * @param call sends the request; a POST passes `headers` on
 * @return the last response, even if it is 429 or 503
 * @throws the last error of the network
 */
export async function retrying<Data, R extends Result<Data>>(
  call: (attempt: Attempt) => Promise<R>,
  { attempts = 5, pauseMax = 30_000, signal }: RetryOptions = {},
): Promise<R> {
  const attempt: Attempt = { headers: { "Idempotency-Key": crypto.randomUUID() } };
  for (let number = 1; ; number++) {
    let pause = Math.random() * Math.min(FIRST_PAUSE * 2 ** (number - 1), pauseMax);
    try {
      const result = await call(attempt);
      pause = requestedPause(result.response) ?? pause;
      const isRefused = result.response.status === 429 || result.response.status === 503;
      if (!isRefused || number >= attempts || pause > pauseMax) {
        return result;
      }
    } catch (error) {
      // fetch reports every failure of the network as a TypeError
      if (number >= attempts || !(error instanceof TypeError)) {
        throw error;
      }
    }
    await sleep(pause, signal);
  }
}

/** The time of `Retry-After` in milliseconds, which is a number of seconds or a date. */
function requestedPause(response: Response): number | undefined {
  const value = response.headers.get("retry-after");
  if (value === null) {
    return undefined;
  }
  const pause = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

/**
 * Uploads a picture that a user chose, in a browser. The browser encodes it again, so that the file
 * contains nothing but the picture, no side longer than 2048 pixels: it does not state where it was
 * taken. Small PNG remain PNG, GIF are sent as they are, and all others become JPEG.
 *
 * @return the `uploadId`, which the user can use in a post or a profile for a day
 * @throws {UploadError} if the browser cannot show the file, or the store does not take it
 * @throws {PlazaError} if the API does not accept the upload
 */
export async function upload(
  plaza: Plaza,
  userId: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<string> {
  return uploadBytes(plaza, userId, await encoded(file), options);
}

/**
 * Uploads an image as it is, also in Node.js. The API rejects one that states where it was taken as
 * soon as it is used.
 *
 * @param image its `type` is its media type
 * @return the `uploadId`, which the user can use in a post or a profile for a day
 * @throws {UploadError} if the store does not take the image
 * @throws {PlazaError} if the API does not accept the upload
 */
export async function uploadBytes(
  plaza: Plaza,
  userId: string,
  image: Blob,
  options: UploadOptions = {},
): Promise<string> {
  const signal = options.signal && { signal: options.signal };
  const { uploadId } = await store(
    image,
    (body) =>
      ok(
        retrying(
          ({ headers: header }) =>
            plaza.POST("/users/{userId}/uploads", { params: { path: { userId }, header }, body, ...signal }),
          { ...signal },
        ),
      ),
    options,
  );
  return uploadId;
}
