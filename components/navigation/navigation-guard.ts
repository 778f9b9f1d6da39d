type Guard = () => Promise<boolean>;

let guard: Guard | null = null;
/** Somebody has agreed to lose what would be lost, and is on the way. */
let isAgreed = false;

/**
 * Puts a question before every change of page, as long as something would be lost by it.
 * @param ask resolves to whether the page may be left
 * @returns a function that takes the question away
 */
export function guardNavigation(ask: Guard): () => void {
  guard = ask;
  isAgreed = false;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Whether something would be lost by leaving the page. */
export const isGuarded = (): boolean => guard !== null;

/** Whether the page may be left unasked: nothing would be lost, or somebody has agreed to it and is on the way. */
export const isFreeToLeave = (): boolean => guard === null || isAgreed;

/** Whether the page may be left: at once while nothing would be lost, else what the reader answers. */
export async function mayLeave(): Promise<boolean> {
  if (!guard || isAgreed) return true;
  const asked = guard;
  const answer = await asked();
  if (guard === asked) isAgreed = answer;
  return answer;
}

/** The way somebody agreed to leave by is cut off: what is typed from now on has to be asked about again. */
export function askAgain(): void {
  isAgreed = false;
}
