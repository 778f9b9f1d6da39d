import { NOTICE_DEFAULT_MS, NOTICE_SUCCESS_MS } from "@/lib/limits";

type Tone = "success" | "error" | "info";

let load: () => Promise<unknown> = async () => undefined;
let markReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** Tells how to bring the toaster onto the page; the first notice does not wait for the page to come to rest. */
export function setToasterLoader(loader: () => Promise<unknown>) {
  load = loader;
}

/** Says that the toaster stands; notices wait for it. */
export function markToasterReady() {
  markReady();
}

async function show(tone: Tone, text: string, duration: number) {
  try {
    const [{ toast }] = await Promise.all([import("./toaster"), load()]);
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
  info: (text: string, ms: number = NOTICE_DEFAULT_MS) => void show("info", text, ms),
};
