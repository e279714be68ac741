// The address is the state: a view is the query of the address, so Back and reload work.

const listeners = new Set();

/** Returns the parameters of the address. */
export function params() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** Returns the address of a view; empty values are left out. */
export function address(values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return text ? `?${text}` : location.pathname;
}

/** Goes to a view. */
export function go(values, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address(values));
  notify();
}

/** Calls `listener` with the parameters now and after every change of the address. */
export function onRoute(listener) {
  listeners.add(listener);
  listener(params());
}

function notify() {
  for (const listener of listeners) {
    listener(params());
  }
}

addEventListener("popstate", notify);

// a link to another view of the same page does not load the page again
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    link.target ||
    link.hasAttribute("download") ||
    link.origin !== location.origin ||
    link.pathname !== location.pathname ||
    link.hash
  ) {
    return;
  }
  event.preventDefault();
  if (link.href !== location.href) {
    history.pushState(null, "", link.href);
  }
  notify();
});
