"use client";

import { useCallback, useEffect, useState } from "react";
import { setToasterLoader } from "./notify";
import type { Toaster as LoadedToaster } from "./toaster";
import { usePreload } from "./use-preload";

/** The place of the toaster, whose code arrives when the page has come to rest, or with the first notice. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<typeof LoadedToaster | null>(null);
  const load = useCallback(async () => {
    const { Toaster: loaded } = await import("./toaster");
    setToaster(() => loaded);
  }, []);
  useEffect(() => setToasterLoader(load), [load]);
  usePreload(load);
  return Toaster && <Toaster />;
}
