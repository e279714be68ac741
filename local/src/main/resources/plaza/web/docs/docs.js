// The reference of the API: Scalar with the document of this system, signed in as a user who exists.

const root = document.querySelector("#reference");

const json = async (path) => {
  const response = await fetch(path);
  if (!response.ok) {
    throw new Error(`${path} returned ${response.status}`);
  }
  return response.json();
};

/** The time in which changes of the page are collected. */
const REPAIR_MILLIS = 200;

/** Adds what Scalar's elements lack for a keyboard and for a screen reader. */
const repair = () => {
  for (const button of root.querySelectorAll("button[role=search]")) {
    button.removeAttribute("role");
    button.ariaLabel = "Search";
  }
  for (const button of root.querySelectorAll("button:is(.code-copy, .scalar-code-copy):not([aria-label])")) {
    button.ariaLabel = "Copy";
  }
  for (const aside of root.querySelectorAll("aside[role=navigation]")) {
    aside.removeAttribute("role");
  }
  for (const region of root.querySelectorAll("div[role=region]")) {
    // one of each operation, all with one name
    region.role = "group";
  }
  for (const entry of root.querySelectorAll("[aria-selected]:not([role])")) {
    entry.removeAttribute("aria-selected");
  }
  for (const code of root.querySelectorAll("code.custom-scroll:not([tabindex])")) {
    code.tabIndex = 0;
  }
};

const show = async () => {
  const content = await json("/docs/openapi.json");
  const { token } = await json(`/dev/token/${encodeURIComponent(content["x-caller"])}?groups=admin`);
  root.replaceChildren();
  window.Scalar.createApiReference(root, {
    content,
    authentication: { preferredSecurityScheme: "token", securitySchemes: { token: { token } } },
    // nothing that needs another machine
    agent: { disabled: true },
    mcp: { disabled: true },
    telemetry: false,
    withDefaultFonts: false,
    showDeveloperTools: "never",
    hideClientButton: true,
    documentDownloadType: "none",
    // only the samples of the document
    hiddenClients: true,
    hideModels: true,
  });
  let isPlanned = false;
  new MutationObserver(() => {
    if (!isPlanned) {
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        repair();
      }, REPAIR_MILLIS);
    }
  }).observe(root, { attributeFilter: ["aria-selected"], childList: true, subtree: true });
};

show().catch((error) => {
  root.querySelector(".state").textContent = `The reference cannot be shown: ${error.message}`;
});
