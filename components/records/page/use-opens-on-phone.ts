import { useState, useSyncExternalStore } from "react";

/** Windows narrower than this are phones (spec §1). */
const PHONE = "(width < 48rem)";

const never = () => () => undefined;

/**
 * Returns whether the page was opened in a phone's window; null on the server and during hydration.
 * A window that is resized later, or a phone that is turned, stays what it was.
 */
export function useOpensOnPhone(): boolean | null {
  const isPhone = useSyncExternalStore(
    never,
    () => window.matchMedia(PHONE).matches,
    () => null,
  );
  const [first, setFirst] = useState(isPhone);
  if (first === null && isPhone !== null) setFirst(isPhone);
  return first ?? isPhone;
}
