import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page is awake: false in the server's markup, until the browser's scripts have taken it over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
