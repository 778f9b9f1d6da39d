/** The page that this tab shows. Outlives the layouts: the way from the login into the app is an arrival, too. */
let shownPath: string | null = null;
/** Where a step back leads; a page that one merely returns to still knows the link one left it by. */
let returnPath: string | null = null;

/** Says that the way to a page leads back, as the browser's own Back does. */
export function expectReturn(path: string): void {
  returnPath = path;
}

/** A record is the heading of its own page; other pages have theirs in the frame. */
const pageHeading = () => document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("h1");

const linkTo = (path: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    (link) => link.pathname === path && link.checkVisibility(),
  );

function focusHeading() {
  const heading = pageHeading();
  if (!heading) return;
  heading.tabIndex = -1;
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  // Where the page stands is the router's business.
  heading.focus({ preventScroll: true });
}

/**
 * Puts the focus where a reader goes on: on the page's heading, or back on the link that one left it by. A page that is
 * loaded whole has the browser's own start, and a field that the page has chosen keeps the focus.
 */
export function arriveAt(path: string): void {
  const cameFrom = shownPath;
  const isReturn = returnPath === path;
  shownPath = path;
  if (cameFrom === null || cameFrom === path) return;
  returnPath = null;
  if (document.activeElement?.matches("main :is(input, select, textarea)")) return;
  const leftBy = isReturn ? linkTo(cameFrom) : undefined;
  if (leftBy) leftBy.focus();
  else focusHeading();
}
