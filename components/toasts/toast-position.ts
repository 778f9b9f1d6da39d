/** Distance in px between a toast and the window's bottom. */
const GAP = 16;
/** Approximate size in px of a toast, and approximate height of several toasts. */
const [NOTICE_WIDTH, NOTICE_HEIGHT, STACK_HEIGHT] = [400, 64, 160];
const CONTROLS = "input, textarea, select";

let lastControl: Element | null = null;

function onFocusIn({ target }: FocusEvent) {
  if (target instanceof Element && target.matches(CONTROLS)) lastControl = target;
}

/** Returns the box of the page's save bar if it is where toasts would appear, otherwise null. */
function overlappingSaveBar(): DOMRect | null {
  const bar = document.querySelector("[data-save-bar]");
  if (!bar?.checkVisibility()) return null;
  const box = bar.getBoundingClientRect();
  const isBelow = box.bottom > window.innerHeight - GAP - STACK_HEIGHT && box.top < window.innerHeight;
  return isBelow ? box : null;
}

/**
 * Returns the distance in px of toasts from the window's bottom; above the save bar if it is in the
 * way.
 */
function bottom(): number {
  const bar = overlappingSaveBar();
  return bar ? window.innerHeight - bar.top + GAP / 2 : GAP;
}

/**
 * Sets the property on the toast container: on the root element it would recalculate all styles.
 */
const positionToasts = () =>
  document.querySelector<HTMLElement>("[data-notices]")?.style.setProperty("--notices-bottom", `${bottom()}px`);

/**
 * Moves toasts above the save bar on scroll and resize, and remembers the last focused field.
 * Returns a function that stops this.
 */
export function watchToastPosition(): () => void {
  const sizes = new ResizeObserver(positionToasts);
  sizes.observe(document.body);
  document.addEventListener("focusin", onFocusIn);
  window.addEventListener("scroll", positionToasts, { passive: true });
  window.addEventListener("resize", positionToasts);
  return () => {
    sizes.disconnect();
    document.removeEventListener("focusin", onFocusIn);
    window.removeEventListener("scroll", positionToasts);
    window.removeEventListener("resize", positionToasts);
  };
}

/**
 * Returns the corner for the next toast: bottom right, unless the toast would cover the field that
 * was last focused.
 * @param shownCount the number of toasts shown already
 */
export function cornerFor(shownCount: number): "bottom-right" | "top-right" {
  positionToasts();
  const field = lastControl?.isConnected ? lastControl.getBoundingClientRect() : null;
  if (!field || field.width === 0) return "bottom-right";
  const lower = window.innerHeight - bottom();
  const upper = lower - NOTICE_HEIGHT * (shownCount + 1);
  const left = window.innerWidth - NOTICE_WIDTH;
  const isCovered = field.right > left && field.bottom > upper && field.top < lower;
  return isCovered ? "top-right" : "bottom-right";
}
