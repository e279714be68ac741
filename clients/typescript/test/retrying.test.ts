import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlaza, ok, retrying, type Plaza } from "../src/index.js";
import { baseUrl, faultyProxy, newUser, type Fault } from "./local.js";

/** Creates a post through a proxy with these faults; returns the response and the user's posts. */
async function postThrough(plan: Fault[], attempts?: number) {
  const user = await newUser("Gil");
  await using proxy = await faultyProxy(plan);
  const plaza = createPlaza({ baseUrl: proxy.url, token: user.token });
  const create = () => retrying((attempt) => post(plaza, user.userId, attempt.headers), { ...(attempts && { attempts }) });
  const response = await create().then(
    (result) => result.response.status,
    (error: unknown) => error,
  );
  const posts = await ok(
    user.plaza.GET("/users/{userId}/posts", { params: { path: { userId: user.userId } } }),
  );
  return { response, posts: posts.items.length, keys: proxy.keys };
}

function post(plaza: Plaza, userId: string, header: { "Idempotency-Key": string }) {
  return plaza.POST("/users/{userId}/posts", {
    params: { path: { userId }, header },
    body: { content: "Again and again." },
  });
}

test("a call is repeated until it succeeds", async () => {
  const { response, posts, keys } = await postThrough([
    { status: 503, retryAfter: "0" },
    { status: 429, retryAfter: new Date().toUTCString() },
    { status: 503 },
    "reset",
  ]);
  assert.equal(response, 201);
  assert.equal(posts, 1);
  assert.equal(keys.length, 5);
});

test("a POST whose response is lost takes place once", async () => {
  const lost = "reset after the request was processed";
  const { response, posts, keys } = await postThrough([lost, lost]);
  assert.equal(response, 201);
  assert.equal(posts, 1);
  assert.equal(new Set(keys).size, 1);
  assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/);
});

test("the last response is returned, and the last network error thrown", async () => {
  const unavailable = { status: 503, retryAfter: "0" };
  const refused = await postThrough([unavailable, unavailable, unavailable], 2);
  assert.equal(refused.response, 503);
  assert.equal(refused.keys.length, 2);
  assert.equal(refused.posts, 0);

  const failed = await postThrough(["reset", "reset", "reset"], 2);
  assert.ok(failed.response instanceof TypeError);
  assert.equal(failed.keys.length, 2);
});

test("other responses are not repeated", async () => {
  const { response, keys } = await postThrough([{ status: 500 }]);
  assert.equal(response, 500);
  assert.equal(keys.length, 1);
});

test("a limit on requests is waited for, but not longer than allowed", async () => {
  const user = await newUser("Hal");
  const result = await retrying(
    async (attempt) => {
      let last = await post(user.plaza, user.userId, attempt.headers);
      for (let number = 0; number < 100 && last.response.status !== 429; number++) {
        last = await post(user.plaza, user.userId, { "Idempotency-Key": crypto.randomUUID() });
      }
      return last;
    },
    { attempts: 2, pauseMax: 1 },
  );
  assert.equal(result.response.status, 429);
  assert.ok(Number(result.response.headers.get("retry-after")) > 0);
});

test("Retry-After is waited for, and a longer one than allowed is not", async () => {
  const started = performance.now();
  assert.equal((await postThrough([{ status: 429, retryAfter: "1" }])).response, 201);
  assert.ok(performance.now() - started >= 950);

  const long = await postThrough([{ status: 429, retryAfter: "3600" }]);
  assert.equal(long.response, 429);
  assert.equal(long.keys.length, 1);
});

test("an abort ends a pause", async () => {
  await using proxy = await faultyProxy([{ status: 503, retryAfter: "3600" }]);
  const abort = new AbortController();
  const plaza = createPlaza({ baseUrl: proxy.url, token: "unused" });
  const pausing = retrying(
    async () => {
      const result = await plaza.GET("/me", { signal: abort.signal });
      setImmediate(() => abort.abort(new Error("stopped")));
      return result;
    },
    { pauseMax: 3_600_000, signal: abort.signal },
  );
  await assert.rejects(pausing, /stopped/);
  assert.notEqual(proxy.url, baseUrl);
});
