// Moved to dom.js, which every page loads.

export { copyButton } from "./dom.js";
