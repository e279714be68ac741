// The images of a post: a grid, and a viewer over the page.

import { content, fill, h } from "/shared/dom.js";
import { mediaPath } from "../parts.js";
import { imageLink } from "./text.js";

/** @import { Schemas } from "plaza-demo" */

/**
 * The images of a post, each as a button that opens it in the viewer. Their sizes are known before
 * they are loaded, so nothing moves.
 *
 * @param {Schemas["Image"][] | undefined} images
 */
export function imageGrid(images) {
  if (!images) {
    return null;
  }
  const own = images.filter(({ url }) => mediaPath(url));
  return [
    own.length > 0 && h("div", { class: `images images-${own.length}` }, own.map(cell)),
    // a system whose data comes from another machine
    images.filter((image) => !own.includes(image)).map(({ url }) => imageLink(url)),
  ];

  /** @param {Schemas["Image"]} image @param {number} index */
  function cell({ url, width, height, alt = "" }, index) {
    const number = `Image ${index + 1} of ${own.length}`;
    const button = h(
      "button",
      {
        type: "button",
        class: "image",
        "aria-haspopup": "dialog",
        "aria-label": alt ? `${number}: ${alt}` : number,
        onclick: () => view(own, index),
      },
      h("img", { src: mediaPath(url), alt, width, height, loading: "lazy" }),
    );
    // a single small image is not enlarged
    button.style.maxWidth = own.length === 1 ? `${width}px` : "";
    return button;
  }
}

/**
 * Shows images over the page, one at a time. The arrow keys change the image, and Escape or a click
 * beside it closes the viewer; the focus returns to where it was.
 *
 * @param {Schemas["Image"][]} images
 * @param {number} index that of the first one shown
 */
function view(images, index) {
  const place = h("div", { class: "viewed" });
  const text = h("p", { role: "status" });
  const step = (name, by) => h("button", { type: "button", onclick: () => show(index + by) }, name);
  const dialog = h(
    "dialog",
    {
      class: "viewer",
      tabindex: "-1",
      "aria-label": "Images of the post",
      onclose: () => dialog.remove(),
      onclick: (event) => [dialog, place].includes(event.target) && dialog.close(),
      onkeydown: ({ key }) => show(index + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0)),
    },
    place,
    text,
    h(
      "div",
      { class: "row" },
      images.length > 1 && [step("Previous", -1), step("Next", 1)],
      h("button", { type: "button", class: "close", onclick: () => dialog.close() }, "Close"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
  show(index);

  /** Shows another image; the one after the last is the first. @param {number} to */
  function show(to) {
    const isShown = to === index && place.childElementCount > 0;
    if (isShown) {
      return;
    }
    index = (to + images.length) % images.length;
    const { url, width, height, alt = "" } = images[index];
    fill(place, h("img", { src: mediaPath(url), alt, width, height }));
    fill(
      text,
      images.length > 1 && h("span", { class: "muted" }, `${index + 1} of ${images.length} `),
      alt ? content(alt, null) : h("span", { class: "muted" }, "Without a description"),
    );
  }
}
