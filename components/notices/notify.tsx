"use client";

import { useCallback, useEffect, useState } from "react";
import { usePreload } from "@/components/ui/use-preload";
import { NOTICE_DEFAULT_MS, NOTICE_SUCCESS_MS } from "@/lib/limits";
import type { Toaster as LoadedToaster } from "./toaster";

let bringToaster: () => Promise<unknown> = async () => undefined;
let markReady: () => void = () => undefined;
/** Kept when the toaster stands; notices wait for it. */
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

async function show(tone: "success" | "error", text: string, duration: number) {
  try {
    // The first notice does not wait for the page to come to rest.
    const [{ toast }] = await Promise.all([import("./toaster"), bringToaster()]);
    await ready;
    // "Saved" beside what has gone wrong since would only confuse.
    if (tone === "error") toast.dismiss();
    toast[tone](text, { duration });
  } catch {
    // The toaster's code cannot be had: a notice must never be lost.
    window.alert(text);
  }
}

/** Short notices at the edge of the screen, with a translated text and how long they stay (spec §9). */
export const notify = {
  success: (text: string, ms: number = NOTICE_SUCCESS_MS) => void show("success", text, ms),
  danger: (text: string, ms: number = NOTICE_DEFAULT_MS) => void show("error", text, ms),
};

/** The place of the notices, whose code arrives when the page has come to rest, or with the first notice. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<typeof LoadedToaster | null>(null);
  const load = useCallback(async () => {
    const { Toaster: loaded } = await import("./toaster");
    setToaster(() => loaded);
  }, []);
  useEffect(() => {
    bringToaster = load;
  }, [load]);
  usePreload(load);
  return Toaster && <Toaster onReady={markReady} />;
}
