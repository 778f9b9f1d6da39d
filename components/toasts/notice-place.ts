/** Room between a notice and what is below it. */
const GAP = 16;
/** About as much as a notice takes, and as several do. */
const [NOTICE_WIDTH, NOTICE_HEIGHT, STACK_HEIGHT] = [400, 64, 160];
const CONTROLS = "input, textarea, select";

let lastControl: Element | null = null;

function onFocusIn({ target }: FocusEvent) {
  if (target instanceof Element && target.matches(CONTROLS)) lastControl = target;
}

/** The bar that saves a form, when it stands where notices would. */
function saveBarInTheWay(): DOMRect | null {
  const bar = document.querySelector("[data-save-bar]");
  if (!bar?.checkVisibility()) return null;
  const place = bar.getBoundingClientRect();
  const isBelow = place.bottom > window.innerHeight - GAP - STACK_HEIGHT && place.top < window.innerHeight;
  return isBelow ? place : null;
}

/** How far above the window's lower edge notices stand: above a bar that saves. */
function bottom(): number {
  const bar = saveBarInTheWay();
  return bar ? window.innerHeight - bar.top + GAP / 2 : GAP;
}

/** Tells the notices where to stand: them alone, for what the whole page is told has all its styles worked out anew. */
const place = () =>
  document.querySelector<HTMLElement>("[data-notices]")?.style.setProperty("--notices-bottom", `${bottom()}px`);

/** Keeps notices above the bar that saves, wherever scrolling takes it, and remembers the field one was last in. */
export function watchNoticePlace(): () => void {
  const sizes = new ResizeObserver(place);
  sizes.observe(document.body);
  document.addEventListener("focusin", onFocusIn);
  window.addEventListener("scroll", place, { passive: true });
  window.addEventListener("resize", place);
  return () => {
    sizes.disconnect();
    document.removeEventListener("focusin", onFocusIn);
    window.removeEventListener("scroll", place);
    window.removeEventListener("resize", place);
  };
}

/**
 * The corner in which the next notice covers nothing that matters: below, unless the field one is in, or was in last,
 * is there.
 * @param standing how many notices stand already
 */
export function cornerFor(standing: number): "bottom-right" | "top-right" {
  place();
  const field = lastControl?.isConnected ? lastControl.getBoundingClientRect() : null;
  if (!field || field.width === 0) return "bottom-right";
  const lower = window.innerHeight - bottom();
  const upper = lower - NOTICE_HEIGHT * (standing + 1);
  const left = window.innerWidth - NOTICE_WIDTH;
  const isCovered = field.right > left && field.bottom > upper && field.top < lower;
  return isCovered ? "top-right" : "bottom-right";
}
