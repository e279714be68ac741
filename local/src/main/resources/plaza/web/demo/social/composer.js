// The form that writes a post, or a reply to one, with up to four images.

import { fill, h } from "/shared/dom.js";
import { clearProblem, forgetDraft, formProblem, keepDraft, labelled, submitting } from "../forms.js";
import { avatar } from "../parts.js";
import { call, signedIn } from "../session.js";
import { imagesField } from "./uploads.js";

/** @import { Schemas } from "plaza-demo" */

const LENGTH_MAX = 2000;
const IMAGES_MAX = 4;
const GRAPHEMES = new Intl.Segmenter();
const LENGTH_SHOWN_FROM = 1800;

/**
 * What is typed survives navigation and a reload.
 *
 * @param {{name: string, draft: string, label: string, placeholder: string, action: string,
 *   inReplyTo?: {postId: string}, posted: (post: Schemas["ExpandedPost"]) => void}} options `name`
 *   begins the ids of its controls, `draft` is the same for the same form, `action` is the text of
 *   its button, and `posted` shows the new post
 */
export function composer({ name, draft, label, placeholder, action, inReplyTo, posted }) {
  const me = signedIn();
  const draftOf = (field) => `${draft}.${me.userId}.${field}`;
  const remaining = h("span", { class: "hint", role: "status" });
  const text = h("textarea", {
    id: `${name}-text`,
    name: "content",
    rows: "1",
    placeholder,
    oninput: changed,
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        form.requestSubmit();
      }
    },
  });
  const images = imagesField({ id: `${name}-images`, field: "images", draft: draftOf("images"), max: IMAGES_MAX, changed });
  // a post that was received, but whose response was lost, is not created again after a reload
  const key = h("input", { type: "hidden", name: "key", value: crypto.randomUUID() });
  const controls = [text, key];
  controls.forEach((control) => keepDraft(draftOf(control.name), control));
  const send = h("button", { class: "primary", disabled: true }, action);
  const form = h(
    "form",
    { class: "composer", novalidate: true, oninput: renew, onsubmit: submitting(submit) },
    avatar(me),
    h(
      "div",
      { class: "composer-body" },
      labelled(h("span", { class: "visually-hidden" }, label), text),
      images.element,
      h("div", { class: "notes" }, remaining, formProblem()),
      h("div", { class: "row tight" }, images.button, send),
    ),
  );
  images.receiveFrom(form);
  changed();
  return form;

  function renew() {
    key.value = crypto.randomUUID();
    key.dispatchEvent(new Event("input"));
  }

  function changed() {
    const left = LENGTH_MAX - [...GRAPHEMES.segment(text.value)].length;
    const isEmpty = text.value.trim() === "";
    fill(
      remaining,
      left < 0
        ? `A post has at most ${LENGTH_MAX.toLocaleString("en")} characters: ${(-left).toLocaleString("en")} too many`
        : left <= LENGTH_MAX - LENGTH_SHOWN_FROM && `${left} ${left === 1 ? "character" : "characters"} left`,
      isEmpty && images.values().length > 0 && "A post needs a text, too.",
    );
    send.disabled = isEmpty || left < 0 || !images.isReady();
    clearProblem(form);
    text.setAttribute("aria-invalid", String(left < 0));
  }

  async function submit() {
    if (send.disabled) {
      return;
    }
    const uploaded = images.values().map(({ uploadId = "", alt }) => ({ uploadId, alt }));
    const post = await call("post", "/users/{userId}/posts", {
      path: { userId: me.userId },
      headers: { "idempotency-key": key.value },
      json: { content: text.value, images: uploaded.length > 0 ? uploaded : undefined, inReplyTo },
    });
    text.value = "";
    images.reset();
    renew();
    controls.forEach((control) => forgetDraft(draftOf(control.name)));
    changed();
    posted({ ...post, author: { userId: me.userId, name: me.name, imageUrl: me.imageUrl } });
    text.focus({ preventScroll: true });
  }
}
