import { NOTICE_DEFAULT_MS, NOTICE_SUCCESS_MS } from "@/lib/limits";

type Tone = "success" | "error" | "info";

let wanted = false;
const listeners = new Set<() => void>();
let markReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** Whether there has been a notice, so that the toaster is needed; for `useSyncExternalStore`. */
export const toasterWanted = {
  get: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Says that the toaster stands; notices wait for it. */
export function markToasterReady() {
  markReady();
}

async function show(tone: Tone, text: string, duration: number) {
  wanted = true;
  for (const listener of listeners) listener();
  const [{ toast }] = await Promise.all([import("sonner"), ready]);
  toast[tone](text, { duration });
}

/** Short notices at the edge of the screen, with a translated text and how long they stay (spec §9). */
export const notify = {
  success: (text: string, ms: number = NOTICE_SUCCESS_MS) => void show("success", text, ms),
  danger: (text: string, ms: number = NOTICE_DEFAULT_MS) => void show("error", text, ms),
  info: (text: string, ms: number = NOTICE_DEFAULT_MS) => void show("info", text, ms),
};
