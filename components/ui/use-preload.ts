import { useEffect } from "react";

/** Delay after which the page itself is usually hydrated and idle. */
const PRELOAD_AFTER_MS = 500;

/**
 * Returns whether an error means that code could not be loaded, such as without a connection, or after
 * a deployment. The bundler gives the error this name.
 */
export const isLoadFailure = (error: unknown): boolean => error instanceof Error && error.name === "ChunkLoadError";

/**
 * Loads code. Resolves to null if that is impossible.
 * @throws any error of the code itself
 */
export async function loadOrNull<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | null> {
  try {
    return await load();
  } catch (error) {
    if (!isLoadFailure(error)) throw error;
    return null;
  }
}

/** Starts to load code that may be needed later. A failure is ignored: what needs the code loads it again. */
export const preload = (load: () => Promise<unknown>): void => void loadOrNull(load);

/**
 * Loads code that a page may need later once the page is idle. If it were loaded on demand, it
 * would be missing without a connection, or after a deployment has replaced the files.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => preload(load), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
