import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlaza, ok, pages, PlazaError, retrying } from "../src/index.js";
import { baseUrl, newUser, tokenOf } from "./local.js";

/** Repeats a read until the stream functions have delivered what it waits for. */
async function eventually<T>(read: () => Promise<T>, arrived: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (arrived(value)) {
      return value;
    }
  }
}

test("the first requests of the README", { timeout: 60_000 }, async () => {
  const ann = await newUser("Ann");
  const ben = await newUser("Ben");

  const follow = await ok(
    ann.plaza.PUT("/users/{userId}/following/{followeeId}", {
      params: { path: { userId: ann.userId, followeeId: ben.userId } },
    }),
  );
  assert.ok("followedAt" in follow); // Ben is not protected, so Ann needs no approval
  assert.equal(follow.followedAt, new Date(follow.followedAt).toISOString());

  const post = await ok(
    ben.plaza.POST("/users/{userId}/posts", {
      params: { path: { userId: ben.userId } },
      body: { content: "Fog over the harbour." },
    }),
  );
  await ok(
    ann.plaza.PUT("/posts/{postId}/likes/{userId}", {
      params: { path: { postId: post.postId, userId: ann.userId } },
    }),
  );

  const timeline = () =>
    ok(
      ann.plaza.GET("/users/{userId}/timeline", {
        params: { path: { userId: ann.userId }, query: { expand: ["author", "counts", "mine"] } },
      }),
    );
  const { items } = await eventually(timeline, (page) => page.items[0]?.counts?.likeCount === 1);
  assert.equal(items.length, 1);
  assert.equal(items[0]?.content, "Fog over the harbour.");
  assert.equal(items[0]?.author?.name, "Ben");
  assert.equal(items[0]?.mine?.liked, true);
});

test("the import, search and export of bookmarks of the README", { timeout: 60_000 }, async () => {
  const { userId, plaza } = await newUser("Ian");
  const params = { path: { userId } };
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><H3>Travel</H3><DL><p>
<DT><A HREF="https://example.com/kent" ADD_DATE="1571827560">Lighthouses of Kent</A></DL><p></DL><p>
`;
  const { importId } = await ok(
    retrying(({ headers }) =>
      plaza.POST("/users/{userId}/bookmarks", {
        params: { ...params, header: headers },
        headers: { "content-type": "text/html" },
        body: file,
      }),
    ),
  );
  const report = await eventually(
    () =>
      ok(
        plaza.GET("/users/{userId}/bookmarks/imports/{importId}", { params: { path: { userId, importId } } }),
      ),
    ({ state }) => state === "done",
  );
  assert.equal(report.added, 1);

  const found = await ok(
    plaza.GET("/users/{userId}/search/favorites", {
      params: { ...params, query: { q: "lighth -sussex", expand: ["tags"] } },
    }),
  );
  assert.deepEqual(
    found.items.map(({ tags }) => tags?.map(({ tagName }) => tagName)),
    [["Travel"]],
  );
  const saved = await ok(
    plaza.GET("/users/{userId}/search/urls", {
      params: { ...params, query: { url: "http://EXAMPLE.com/kent#map" } },
    }),
  );
  assert.equal(saved.items[0]?.match, "samePage");

  const exported = await ok(plaza.GET("/users/{userId}/bookmarks", { params, parseAs: "text" }));
  assert.match(exported, /HREF="https:\/\/example.com\/kent"/);
});

test("the private league of the README", async () => {
  const ann = await newUser("Jan");
  const ben = await newUser("Kim");
  const gamer = { dateOfBirth: "1990-05-01", country: "GB" };
  for (const { userId, plaza } of [ann, ben]) {
    await ok(plaza.PUT("/gamers/{gamerId}", { params: { path: { gamerId: userId } }, body: gamer }));
  }
  const leagueId = `pub-${ann.userId}`;
  const { code } = await ok(
    ann.plaza.PUT("/leagues/{leagueId}", {
      params: { path: { leagueId } },
      body: { name: "The pub", private: true },
    }),
  );
  assert.ok(code);
  const join = (body: { code: string }) =>
    ben.plaza.PUT("/leagues/{leagueId}/gamers/{gamerId}", {
      params: { path: { leagueId, gamerId: ben.userId } },
      body,
    });
  const refused = await join({ code: "k7qf-03mz-x9td" });
  assert.equal(refused.response.status, 403);
  await ok(join({ code }));

  const standings = await eventually(
    () =>
      ok(
        ben.plaza.GET("/leagues/{leagueId}/standings", {
          params: { path: { leagueId }, query: { expand: ["gamer"] } },
        }),
      ),
    ({ items }) => items.length > 0,
  );
  assert.deepEqual(
    standings.items.map(({ gamer }) => gamer?.gamerId),
    [ben.userId],
  );
});

test("pages iterates over all items, and requests a page when it is needed", async () => {
  const cid = await newUser("Cid");
  const written: string[] = [];
  for (let number = 0; number < 7; number++) {
    const { postId } = await ok(
      cid.plaza.POST("/users/{userId}/posts", {
        params: { path: { userId: cid.userId } },
        body: { content: `Post ${number}` },
      }),
    );
    written.unshift(postId);
  }
  let requests = 0;
  const posts = () =>
    pages((cursor) => {
      requests++;
      return cid.plaza.GET("/users/{userId}/posts", {
        params: { path: { userId: cid.userId }, query: { limit: 3, ...cursor } },
      });
    });

  const read: string[] = [];
  for await (const post of posts()) {
    read.push(post.postId);
  }
  assert.deepEqual(read, written);
  assert.equal(requests, 3);

  requests = 0;
  for await (const post of posts()) {
    assert.equal(post.postId, written[0]);
    break;
  }
  assert.equal(requests, 1);
});

test("an empty list has no items", async () => {
  const dee = await newUser("Dee");
  const followers = pages((cursor) =>
    dee.plaza.GET("/users/{userId}/followers", { params: { path: { userId: dee.userId }, query: cursor } }),
  );
  assert.deepEqual(await followers.next(), { done: true, value: undefined });
});

test("a page that cannot be read throws the problem", async () => {
  const eve = await newUser("Eve");
  const foreign = pages((cursor) =>
    eve.plaza.GET("/users/{userId}/timeline", { params: { path: { userId: "another-user" }, query: cursor } }),
  );
  await assert.rejects(foreign.next(), (error) => {
    assert.ok(error instanceof PlazaError);
    assert.equal(error.status, 403);
    assert.equal(error.problem?.type, "urn:plaza:problem:forbidden");
    assert.equal(error.message, error.problem?.detail);
    return true;
  });
});

test("names of headers are accepted as the document spells them, and in lower case", async () => {
  const { plaza, userId } = await newUser("Jo");
  const params = { path: { userId } };
  const { response } = await plaza.GET("/users/{userId}", { params });
  const etag = response.headers.get("ETAG") ?? "";
  for (const header of [{ "If-None-Match": etag }, { "if-none-match": etag }]) {
    const unchanged = await plaza.GET("/users/{userId}", { params: { ...params, header } });
    assert.equal(unchanged.response.status, 304);
  }
  // @ts-expect-error the document has no such header
  await plaza.GET("/users/{userId}", { params: { ...params, header: { "if-none-matsch": etag } } });
});

test("a problem with one invalid field says what is wrong with it", async () => {
  const { plaza, userId } = await newUser("Lou");
  const empty = plaza.PUT("/users/{userId}", { params: { path: { userId } }, body: { name: "" } });
  await assert.rejects(ok(empty), (error) => {
    assert.ok(error instanceof PlazaError);
    assert.equal(error.problem?.errors?.[0]?.field, "name");
    assert.equal(error.message, error.problem.errors[0].detail);
    return true;
  });
});

test("an expired token is rejected, and a function supplies a new one for each request", async () => {
  const fay = await newUser("Fay");
  const expired = createPlaza({ baseUrl, token: await tokenOf(fay.userId, "?ttlSeconds=-60") });
  await assert.rejects(ok(expired.GET("/me")), (error) => error instanceof PlazaError && error.status === 401);

  let calls = 0;
  const renewed = createPlaza({
    baseUrl,
    token: () => {
      calls++;
      return tokenOf(fay.userId);
    },
  });
  assert.equal((await ok(renewed.GET("/me"))).name, "Fay");
  assert.equal((await ok(renewed.GET("/me"))).userId, fay.userId);
  assert.equal(calls, 2);
});

test("a bookmarks file is sent and received as it is", { timeout: 60_000 }, async () => {
  const { plaza, userId } = await newUser("Ida");
  const link = '<DT><A HREF="https://example.com/kent" ADD_DATE="1571827560">Lighthouses of Kent</A>';
  const params = { path: { userId } };
  await ok(
    plaza.POST("/users/{userId}/bookmarks", {
      params,
      headers: { "content-type": "text/html" },
      body: `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${link}\n</DL><p>\n`,
    }),
  );
  const file = () => ok(plaza.GET("/users/{userId}/bookmarks", { params, parseAs: "text" }));
  await eventually(file, (text) => text.includes('HREF="https://example.com/kent"'));
});
