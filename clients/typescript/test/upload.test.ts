import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlaza, ok, PlazaError, UploadError, uploadBytes, type UploadOptions } from "../src/index.js";
import { faultyProxy, newUser, type Fault } from "./local.js";

/** A GIF of one pixel. */
const GIF = new Blob([Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64")], {
  type: "image/gif",
});

const LOST = "reset after the request was processed";

interface Plan {
  /** The faults of the requests to the API. */
  api?: Fault[];

  /** The faults of the requests to the store. */
  store?: Fault[];

  /** Is called before the image is sent. */
  created?: () => void;
}

/** Uploads an image of a new user as planned. */
async function uploadThrough(plan: Plan, image = GIF, options: UploadOptions = {}) {
  const { userId, plaza: direct, token } = await newUser("Uma");
  await using api = await faultyProxy(plan.api ?? []);
  await using store = await faultyProxy(plan.store ?? []);
  const plaza = createPlaza({
    baseUrl: api.url,
    token,
    async fetch(request) {
      const response = await fetch(request);
      if (response.status !== 201) {
        return response;
      }
      const text = await response.text();
      plan.created?.();
      return new Response(text.replace(/"url":"https?:\/\/[^/]+/, `"url":"${store.url}`), response);
    },
  });
  const result = await uploadBytes(plaza, userId, image, options).then(
    (uploadId) => uploadId,
    (error: unknown) => error,
  );
  return { result, userId, plaza: direct, created: api.keys, puts: store.keys.length };
}

test("an image is uploaded, and a post shows it", async () => {
  const shares: number[] = [];
  const { result, userId, plaza, puts } = await uploadThrough({}, GIF, { progress: (share) => shares.push(share) });
  assert.ok(typeof result === "string");
  assert.equal(puts, 1);
  assert.equal(shares.at(-1), 1);
  const { images } = await ok(
    plaza.POST("/users/{userId}/posts", {
      params: { path: { userId } },
      body: { content: "A dot.", images: [{ uploadId: result, alt: "One pixel." }] },
    }),
  );
  const [image] = images ?? [];
  assert.deepEqual([image?.type, image?.width, image?.height, image?.alt], ["image/gif", 1, 1, "One pixel."]);
  const served = await fetch(image?.url ?? "");
  assert.deepEqual(await served.arrayBuffer(), await GIF.arrayBuffer());
});

test("requests are repeated, and an image whose response is lost is stored once", async () => {
  const { result, created, puts } = await uploadThrough({
    api: ["reset", { status: 503, retryAfter: "0" }, LOST],
    store: ["reset", { status: 503 }, { status: 409 }, LOST],
  });
  assert.ok(typeof result === "string");
  assert.equal(created.length, 4);
  assert.equal(new Set(created).size, 1);
  assert.equal(puts, 5);
});

test("what the store rejects is not repeated", async () => {
  const { result, puts } = await uploadThrough({ store: [{ status: 403 }] });
  assert.ok(result instanceof UploadError);
  assert.equal(result.message, "The store rejected the image (403).");
  assert.equal(puts, 1);

  const failed = await uploadThrough({ store: ["reset", "reset", "reset", "reset", "reset"] });
  assert.ok(failed.result instanceof UploadError);
  assert.equal(failed.puts, 5);
});

test("an image outside of the limits is not sent", async () => {
  const large = await uploadThrough({}, new Blob([new Uint8Array(10_485_761)], { type: "image/png" }));
  assert.ok(large.result instanceof UploadError);
  assert.equal(large.created.length, 0);

  const text = await uploadThrough({}, new Blob(["words"], { type: "text/plain" }));
  assert.ok(text.result instanceof PlazaError);
  assert.equal(text.result.status, 400);
  assert.equal(text.puts, 0);
});

test("an abort ends an upload", async () => {
  const abort = new AbortController();
  const created = () => abort.abort(new Error("stopped"));
  const { result, puts } = await uploadThrough({ created }, GIF, { signal: abort.signal });
  assert.ok(result instanceof Error);
  assert.equal(result.message, "stopped");
  assert.equal(puts, 0);
});
