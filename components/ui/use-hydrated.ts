import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns false on the server and until hydration, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
