type Guard = () => Promise<boolean>;

let guard: Guard | null = null;

/**
 * Puts a question before every change of page, as long as something would be lost by it.
 * @param ask resolves to whether the page may be left
 * @returns a function that takes the question away
 */
export function guardNavigation(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Whether something would be lost by leaving the page. */
export const isGuarded = (): boolean => guard !== null;

/** Whether the page may be left: at once while nothing would be lost, else what the reader answers. */
export async function mayLeave(): Promise<boolean> {
  return guard ? guard() : true;
}
