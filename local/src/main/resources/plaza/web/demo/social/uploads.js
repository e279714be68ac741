// Images in a form: those that it has already, and new ones, which are uploaded at once.

import { content, fill, h } from "/shared/dom.js";
import { encoded, store } from "/shared/upload.js";
import { forgetDraft, keepDraft, labelled, receiveFiles } from "../forms.js";
import { iconAlone } from "../icons.js";
import { mediaPath } from "../parts.js";
import { call, signedIn } from "../session.js";
import { imageLink } from "./text.js";

/** @import { Announced } from "/shared/upload.js" */

const ALT_LENGTH_MAX = 500;

/** The side of a preview in pixels, twice that in the style sheet. */
const PREVIEW = 144;

/** How many images the forms of this page have had; their ids contain this number. */
let images = 0;

/**
 * An image of a form. One that the post or profile has already has a `url`, a new one an `uploadId`.
 *
 * @typedef {{name: string, url?: string, uploadId?: string, alt?: string, preview?: string}} Picture
 */

/** @typedef {{picture: Picture, isReady: boolean, element: HTMLElement, remove: () => void}} Entry */

/**
 * The images of a form. Those that are ready survive navigation and a reload.
 *
 * @param {object} options
 * @param {string} options.id that of its control
 * @param {string} options.field its name in the API
 * @param {string} options.draft is the same for the same form
 * @param {number} options.max how many images the form can have; if it is 1, a second one replaces the first
 * @param {Picture[]} [options.start] those without a draft
 * @param {boolean} [options.hasAlt] whether each image has an alternative text
 * @param {number} [options.sideMax] the longest side of a new image in pixels
 * @param {() => void} [options.changed] is called after each change
 */
export function imagesField({ id, field, draft, max, start = [], hasAlt = true, sideMax, changed = () => {} }) {
  const kept = h("input", { type: "hidden", value: JSON.stringify(start) });
  keepDraft(draft, kept);
  /** @type {Entry[]} */
  let entries = [];
  const list = h("ul", { class: "plain stack tight" });
  const message = h("p", { class: "hint", role: "status" });
  const problem = h("p", { class: "problem-text", id: `${id}-problem`, hidden: true });
  const input = h("input", {
    id,
    type: "file",
    class: "visually-hidden",
    accept: "image/*",
    multiple: max > 1,
    "data-field": field,
    "aria-describedby": problem.id,
    onchange: () => {
      add([...(input.files ?? [])]);
      input.value = ""; // the same file can be chosen again
    },
  });
  const button = h(
    "span",
    { class: "file" },
    input,
    h("label", { for: id, class: "button" }, max > 1 ? iconAlone("image", "Add images") : "Choose an image"),
  );
  const element = h("div", { class: "pictures" }, list, kept, message, problem);
  JSON.parse(kept.value).forEach((picture) => append(picture));
  return { element, button, receiveFrom, isReady, isChanged, values, reset };

  /** Receives the files that are dropped on the form or pasted into it. @param {HTMLFormElement} form */
  function receiveFrom(form) {
    receiveFiles(form, add);
    form.addEventListener("paste", (event) => {
      const { types = [], files = [] } = event.clipboardData ?? {};
      // some programs copy a text as an image, too
      if (files.length > 0 && !types.includes("text/plain")) {
        event.preventDefault();
        add([...files]);
      }
    });
  }

  /** Whether all images are uploaded. */
  function isReady() {
    return entries.every((entry) => entry.isReady);
  }

  function isChanged() {
    return JSON.stringify(values()) !== JSON.stringify(start.map(value));
  }

  /** The images that are ready, as the API has them. */
  function values() {
    return ready().map(value);
  }

  function ready() {
    return entries.filter((entry) => entry.isReady).map(({ picture }) => picture);
  }

  /** Removes all images, and the draft. */
  function reset() {
    entries.forEach(({ remove }) => remove());
    forgetDraft(draft);
  }

  /** @param {File[]} files */
  function add(files) {
    if (max === 1 && files.length > 0) {
      reset();
    }
    const free = max - entries.length;
    files.slice(0, free).forEach((file) => append({ name: file.name }, file));
    keep();
    fill(message, files.length > free && `Only ${max} images are possible.`);
  }

  function keep() {
    kept.value = JSON.stringify(ready());
    kept.dispatchEvent(new Event("input", { bubbles: true }));
    changed();
  }

  /**
   * @param {Picture} picture
   * @param {File} [file] the file of a new image
   */
  function append(picture, file) {
    const upload = new AbortController();
    const options = { hasAlt, sideMax, changed: keep, remove, signal: upload.signal };
    const entry = pictureEntry(picture, file, options);
    entries.push(entry);
    list.append(entry.element);

    function remove() {
      upload.abort();
      const next = entries[entries.indexOf(entry) + 1]?.element.querySelector("textarea");
      const hadFocus = entry.element.contains(document.activeElement);
      entries = entries.filter((each) => each !== entry);
      entry.element.remove();
      fill(message);
      keep();
      if (hadFocus) {
        (next ?? input).focus();
      }
    }
  }
}

/** @param {Picture} picture */
function value({ url, uploadId, alt }) {
  return { url, uploadId, alt: alt?.trim() || undefined };
}

/**
 * An image with its preview, its alternative text, and its progress or what is wrong with it.
 *
 * @param {Picture} picture
 * @param {File | undefined} file the file of a new image
 * @param {{hasAlt: boolean, sideMax?: number, changed: () => void, remove: () => void, signal: AbortSignal}} options
 * @returns {Entry}
 */
function pictureEntry(picture, file, { hasAlt, sideMax, changed, remove, signal }) {
  const { name, url } = picture;
  /** The encoded file. @type {Blob | undefined} */
  let image;
  const canvas = h("canvas", { class: "preview", width: PREVIEW, height: PREVIEW, "aria-hidden": "true" });
  const alt = h("textarea", {
    id: `picture-${++images}`,
    rows: "2",
    maxlength: ALT_LENGTH_MAX,
    placeholder: "What does the image show?",
    value: picture.alt,
    oninput: () => {
      picture.alt = alt.value;
      changed();
    },
  });
  const field = labelled(["Alternative text", h("span", { class: "visually-hidden" }, ` of ${name}`)], alt);
  field.hidden = !hasAlt;
  const bar = h("progress", { max: 1, "aria-label": `Upload of ${name}`, hidden: true });
  const state = h("p", { class: "hint", role: "status" });
  const again = h("button", { type: "button", class: "small", hidden: true, onclick: upload }, "Try again");
  const removal = h(
    "button",
    { type: "button", class: "quiet small danger", "aria-label": `Remove ${name}`, onclick: remove },
    "Remove",
  );
  const element = h(
    "li",
    { class: "picture" },
    url ? keptPreview(url) : canvas,
    h("div", { class: "stack tight grow" }, field, bar, state, h("div", { class: "row tight" }, again, removal)),
  );
  const entry = { picture, isReady: !file, element, remove };
  if (file) {
    upload();
  } else if (picture.preview) {
    draw(canvas, decodedUrl(picture.preview));
  }
  return entry;

  async function upload() {
    if (again === document.activeElement) {
      removal.focus();
    }
    again.hidden = true;
    bar.hidden = false;
    bar.removeAttribute("value");
    element.classList.remove("failed");
    fill(state, "Uploading ", content(name, null));
    try {
      image ??= await prepared();
      const progress = (share) => (bar.value = share);
      const { uploadId } = await store(image, create, { progress, signal });
      picture.uploadId = uploadId;
      entry.isReady = true;
      fill(state, h("span", { class: "visually-hidden" }, `${name} is uploaded.`));
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      element.classList.add("failed");
      field.hidden ||= !image;
      again.hidden = !image;
      fill(state, content(name, null), `: ${error.message}`);
    }
    bar.hidden = true;
    changed();
  }

  async function prepared() {
    const encodedImage = await encoded(/** @type {File} */ (file), sideMax);
    await draw(canvas, encodedImage);
    picture.preview = canvas.toDataURL("image/webp");
    return encodedImage;
  }

  /** @param {Announced} json */
  async function create(json) {
    const path = { userId: signedIn().userId };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const upload = await call("post", "/users/{userId}/uploads", { path, headers, json, signal });
    const { url, ...rest } = upload.put;
    return { ...upload, put: { ...rest, url: mediaPath(url) ?? url } };
  }
}

/** @param {string} url */
function keptPreview(url) {
  const path = mediaPath(url);
  return path ? h("img", { class: "preview", src: path, alt: "" }) : imageLink(url);
}

/** Fills a square with the middle of an image. @param {HTMLCanvasElement} canvas @param {Blob} image */
async function draw(canvas, image) {
  const bitmap = await createImageBitmap(image);
  const scale = PREVIEW / Math.min(bitmap.width, bitmap.height);
  const [width, height] = [scale * bitmap.width, scale * bitmap.height];
  canvas.getContext("2d")?.drawImage(bitmap, (PREVIEW - width) / 2, (PREVIEW - height) / 2, width, height);
  bitmap.close();
}

/** The file in a `data:` URL, to which the content security policy allows no request. @param {string} url */
function decodedUrl(url) {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (each) => each.charCodeAt(0));
  return new Blob([bytes]);
}
