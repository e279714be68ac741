// Uploads of images. This file imports nothing: the TypeScript client contains it as well.

/** The longest side of an image in pixels. */
const SIDE_MAX = 2048;
const JPEG_QUALITY = 0.85;

/** The most bytes of an image that remains a PNG, such as a drawing or a picture of a screen. */
const PNG_BYTES_MAX = 1_048_576;

/** The most bytes of an upload. */
const BYTES_MAX = 10_485_760;
const ATTEMPTS_MAX = 5;
const FIRST_PAUSE_MILLIS = 250;
const OK = 200;
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

/** What is announced before the bytes are sent. @typedef {{type: "image/jpeg" | "image/png" | "image/webp" | "image/gif", bytes: number, sha256: string}} Announced */

/** A signed request. @typedef {{url: string, headers: Record<string, string>}} Put */

/**
 * @typedef {object} UploadOptions
 * @property {(share: number) => void} [progress] receives how much is sent, from 0 to 1
 * @property {AbortSignal} [signal] ends the upload, with its reason as the error
 */

/** An image that cannot be uploaded; the message says why. */
export class UploadError extends Error {
  /** @override */
  name = "UploadError";
}

/**
 * Returns a picture as a file that contains nothing but the picture: encoded again by the browser,
 * it has no EXIF data, and so does not state where it was taken. A PNG remains a PNG if it has at
 * most 1 MB. A GIF is not changed, because it may be animated. All others become JPEG.
 *
 * @param {Blob} file a picture that the browser can show
 * @param {number} [sideMax] the longest side in pixels; a larger picture is scaled down
 * @returns {Promise<Blob>}
 * @throws {UploadError} if the browser cannot show the file
 */
export async function encoded(file, sideMax = SIDE_MAX) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UploadError("The browser cannot show this file as an image.");
  });
  try {
    const isGif = (await file.slice(0, 4).text()) === "GIF8";
    return isGif ? new Blob([file], { type: "image/gif" }) : await drawn(bitmap, file.type, sideMax);
  } finally {
    bitmap.close();
  }
}

/**
 * @param {ImageBitmap} bitmap
 * @param {string} type that of the file
 * @param {number} sideMax
 */
async function drawn(bitmap, type, sideMax) {
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(scale * bitmap.width));
  const height = Math.max(1, Math.round(scale * bitmap.height));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) {
    throw new UploadError("The browser cannot draw an image.");
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  if (type === "image/png") {
    const png = await canvas.convertToBlob({ type });
    if (png.size <= PNG_BYTES_MAX) {
      return png;
    }
  }
  // what is transparent would become black
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY });
}

/**
 * Uploads an image as it is. A request that fails is sent up to five times.
 *
 * @template {{put: Put}} Upload
 * @param {Blob} image
 * @param {(announced: Announced) => Promise<Upload>} create calls CreateUpload
 * @param {UploadOptions} [options]
 * @returns {Promise<Upload>}
 * @throws {UploadError} if the image is too large, or the store does not take it
 */
export async function store(image, create, { progress = () => {}, signal } = {}) {
  if (image.size > BYTES_MAX) {
    throw new UploadError("The image has more than 10 MB.");
  }
  const type = /** @type {Announced["type"]} */ (image.type);
  const digest = await crypto.subtle.digest("SHA-256", await image.arrayBuffer());
  const sha256 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  signal?.throwIfAborted();
  const upload = await create({ type, bytes: image.size, sha256 });
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const status = await send(upload.put, image, progress, signal);
    // the store takes an upload once: 412 says that the response to an earlier request was lost
    if (status === OK || status === PRECONDITION_FAILED) {
      return upload;
    }
    const isTransient = status === 0 || status === CONFLICT || status >= 500;
    if (!isTransient || attempt === ATTEMPTS_MAX) {
      throw new UploadError(
        status === 0 ? "The image was not sent: the network failed." : `The store rejected the image (${status}).`,
      );
    }
    await pause(Math.random() * FIRST_PAUSE_MILLIS * 2 ** attempt, signal);
  }
}

/**
 * Sends an image once. Returns the status, or 0 if the network failed.
 *
 * @param {Put} put
 * @param {Blob} image
 * @param {(share: number) => void} progress
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<number>}
 */
async function send(put, image, progress, signal) {
  // only this class of the browser reports how much is sent; Node.js does not have it
  const status = await (typeof XMLHttpRequest === "undefined"
    ? fetched(put, image, signal)
    : requested(put, image, progress, signal));
  if (status === OK) {
    progress(1);
  }
  return status;
}

/**
 * @param {Put} put
 * @param {Blob} body
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<number>}
 */
async function fetched({ url, headers }, body, signal) {
  try {
    const response = await fetch(url, { method: "PUT", headers, body, signal: signal ?? null });
    await response.arrayBuffer();
    return response.status;
  } catch {
    signal?.throwIfAborted();
    return 0;
  }
}

/**
 * @param {Put} put
 * @param {Blob} body
 * @param {(share: number) => void} progress
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<number>}
 */
function requested({ url, headers }, body, progress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("PUT", url);
    Object.entries(headers).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => progress(loaded / total);
    request.onabort = () => reject(signal?.reason);
    request.onload = request.onerror = () => resolve(request.status);
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(body);
  });
}

/**
 * @param {number} millis
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
function pause(millis, signal) {
  return new Promise((resume) => {
    setTimeout(resume, millis);
    signal?.addEventListener("abort", () => resume(), { once: true });
  });
}
