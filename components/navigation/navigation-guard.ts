type Guard = () => Promise<boolean>;

let guard: Guard | null = null;
/** True if the user has agreed to leave the page and the navigation is pending. */
let isAgreed = false;

/**
 * Registers a question to ask before each navigation while there is unsaved input.
 * @param ask resolves to true if the page may be left
 * @returns a function that removes the question
 */
export function guardNavigation(ask: Guard): () => void {
  guard = ask;
  isAgreed = false;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** True if leaving the page would lose unsaved input. */
export const isGuarded = (): boolean => guard !== null;

/**
 * True if the page may be left without asking: no input is unsaved, or the user has already agreed.
 */
export const mayLeaveWithoutAsking = (): boolean => guard === null || isAgreed;

/** Resolves to true if the page may be left; asks the user if there is unsaved input. */
export async function mayLeave(): Promise<boolean> {
  if (!guard || isAgreed) return true;
  const currentGuard = guard;
  const answer = await currentGuard();
  if (guard === currentGuard) isAgreed = answer;
  return answer;
}

/**
 * Revokes the user's agreement to leave the page after a navigation that did not happen, so that
 * the next navigation asks again.
 */
export function revokeAgreement(): void {
  isAgreed = false;
}
