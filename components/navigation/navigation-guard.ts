type Guard = () => Promise<boolean>;

let guard: Guard | null = null;
/** The user has agreed to leave and the navigation is pending. */
let isAgreed = false;

/**
 * Registers a question to ask before each navigation while there is unsaved input.
 * @param ask resolves to whether the page may be left
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

/** True if the page may be left without asking: nothing to lose, or the user has already agreed. */
export const isFreeToLeave = (): boolean => guard === null || isAgreed;

/** Resolves to whether the page may be left; asks the user if input would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (!guard || isAgreed) return true;
  const asked = guard;
  const answer = await asked();
  if (guard === asked) isAgreed = answer;
  return answer;
}

/**
 * Revokes the user's agreement when the navigation did not happen: later input must be asked about
 * again.
 */
export function askAgain(): void {
  isAgreed = false;
}
