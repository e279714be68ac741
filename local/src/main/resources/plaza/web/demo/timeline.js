// The timeline: one request for the whole screen.

import { emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { clearProblem, forgetDraft, formProblem, keepDraft, labelled, submitting } from "./forms.js";
import { avatar, moreList, poll } from "./parts.js";
import { postCard } from "./post.js";
import { call, route, signedIn } from "./session.js";

/** @import { Options, Schemas } from "plaza-demo" */

const TIMELINE = "/users/{userId}/timeline";
const PAGE = 20;
/** @type {("author" | "counts" | "mine")[]} */
const EXPAND = ["author", "counts", "mine"];
const LENGTH_MAX = 2000;
const GRAPHEMES = new Intl.Segmenter();
const LENGTH_SHOWN_FROM = 1800;

export async function timeline(view, _params, signal) {
  const me = signedIn();
  const path = { userId: me.userId };
  const bar = h("div", { class: "new-posts", role: "status" });
  const body = h("div", { class: "stack" }, loadingState("Loading posts"));
  /** @type {string | undefined} */
  let newest;
  /** @type {HTMLElement | undefined} */
  let list;
  fill(
    view,
    h("h1", { class: "visually-hidden" }, "Timeline"),
    h("div", { class: "column" }, composer(me, (post) => show(post)), bar, body),
  );
  await load();
  poll(look, view, signal);

  /** @param {Omit<NonNullable<Options<typeof TIMELINE, "get">["query"]>, "expand">} query */
  function request(query) {
    return call("get", TIMELINE, { path, query: { expand: EXPAND, ...query }, signal });
  }

  async function load() {
    fill(body, loadingState("Loading posts"));
    const began = performance.now();
    try {
      const page = await request({ limit: PAGE });
      newest = page.items[0]?.postId;
      if (page.items.length === 0) {
        fill(body, empty());
        return;
      }
      const more = moreList(
        page,
        (cursor) => request({ limit: PAGE, cursor }),
        card,
        "Posts",
      );
      list = more.list;
      fill(body, oneCall(route(TIMELINE, { path, query: { expand: EXPAND } }), page.items.length, performance.now() - began), list, more.foot);
    } catch (error) {
      if (!signal.aborted) {
        fill(body, errorState(error, load));
      }
    }
  }

  /** @param {Schemas["ExpandedPost"]} post */
  function card(post) {
    return postCard(post, signal);
  }

  /** @param {Schemas["ExpandedPost"]} post */
  function show(post) {
    if (!list) {
      load();
      return;
    }
    list.prepend(card(post));
    newest = post.postId;
    fill(bar);
  }

  /** Whether there are other new posts than at the last look. */
  async function look() {
    if (!newest) {
      return false;
    }
    try {
      const { count, more } = await call("get", `${TIMELINE}/count`, {
        path,
        query: { since: newest },
        signal,
      });
      const text = `${count}${more ? "+" : ""} new ${count === 1 ? "post" : "posts"}`;
      const isNew = count > 0 && bar.textContent !== text;
      if (count === 0) {
        fill(bar);
      } else if (isNew) {
        fill(bar, h("button", { type: "button", class: "primary", onclick: showNew }, text));
      }
      return isNew;
    } catch {
      return false; // the next look tries again
    }
  }

  async function showNew() {
    if (!list) {
      return;
    }
    try {
      const page = await request({ since: newest, limit: 100 });
      const known = new Set([...list.querySelectorAll("article")].map((each) => each.dataset.post));
      const cards = page.items.filter((post) => !known.has(post.postId)).map(card);
      list.prepend(...cards);
      newest = page.items[0]?.postId ?? newest;
      fill(bar);
      scrollTo(0, 0);
      cards[0]?.querySelector("a")?.focus();
    } catch (error) {
      toast(error.message);
    }
  }
}

function oneCall(target, posts, millis) {
  return h(
    "p",
    { class: "one-call" },
    h("span", null, `One screen, one call: ${posts} posts with authors, counts and likes`),
    h("code", null, `GET ${target}`),
    h("span", { class: "muted" }, `${Math.round(millis)} ms`),
    h("a", { href: "/" }, "Its calls to DynamoDB"),
  );
}

function empty() {
  return emptyState(
    "Nothing here yet",
    "A timeline shows the posts of people whom you follow. Mara, the baker, knows everyone.",
    h("a", { class: "button primary", href: address({ view: "person", id: "mara" }) }, "Visit Mara"),
  );
}

function composer(me, posted) {
  const draft = (name) => `post.${me.userId}.${name}`;
  const remaining = h("span", { class: "hint", role: "status" });
  const text = h("textarea", {
    id: "post-text",
    name: "content",
    rows: "2",
    placeholder: "What happened in Lowmere?",
    oninput: changed,
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        form.requestSubmit();
      }
    },
  });
  const image = h("input", { id: "post-image", name: "imageUrl", type: "url", autocomplete: "off" });
  // a post that was received, but whose response was lost, is not created again after a reload
  const key = h("input", { type: "hidden", name: "key", value: crypto.randomUUID() });
  const controls = [text, image, key];
  controls.forEach((control) => keepDraft(draft(control.name), control));
  const send = h("button", { class: "primary", disabled: true }, "Post");
  const form = h(
    "form",
    { class: "composer", novalidate: true, oninput: renew, onsubmit: submitting(submit) },
    avatar(me),
    h(
      "div",
      { class: "composer-body" },
      labelled(h("span", { class: "visually-hidden" }, "New post"), text),
      h("details", { open: image.value !== "" }, h("summary", null, "Add an image"), labelled("Address of the image", image)),
      formProblem(),
      h("div", { class: "row spread" }, remaining, send),
    ),
  );
  changed();
  return form;

  function renew() {
    key.value = crypto.randomUUID();
    key.dispatchEvent(new Event("input"));
  }

  function changed() {
    const left = LENGTH_MAX - [...GRAPHEMES.segment(text.value)].length;
    fill(remaining, left <= LENGTH_MAX - LENGTH_SHOWN_FROM && `${left} characters left`);
    send.disabled = text.value.trim() === "" || left < 0;
    clearProblem(form);
    text.setAttribute("aria-invalid", String(left < 0));
  }

  async function submit() {
    if (send.disabled) {
      return;
    }
    const post = await call("post", "/users/{userId}/posts", {
      path: { userId: me.userId },
      headers: { "idempotency-key": key.value },
      json: { content: text.value, imageUrl: image.value.trim() || undefined },
    });
    text.value = "";
    image.value = "";
    renew();
    controls.forEach((control) => forgetDraft(draft(control.name)));
    changed();
    posted({ ...post, author: { userId: me.userId, name: me.name } });
    text.focus();
  }
}
