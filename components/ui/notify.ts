import { NOTICE_DEFAULT_MS, NOTICE_SUCCESS_MS } from "@/lib/limits";

type Tone = "success" | "error" | "info";

let markReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** Says that the toaster stands; notices wait for it. */
export function markToasterReady() {
  markReady();
}

async function show(tone: Tone, text: string, duration: number) {
  const [{ toast }] = await Promise.all([import("sonner"), ready]);
  toast[tone](text, { duration });
}

/** Short notices at the edge of the screen, with a translated text and how long they stay (spec §9). */
export const notify = {
  success: (text: string, ms: number = NOTICE_SUCCESS_MS) => void show("success", text, ms),
  danger: (text: string, ms: number = NOTICE_DEFAULT_MS) => void show("error", text, ms),
  info: (text: string, ms: number = NOTICE_DEFAULT_MS) => void show("info", text, ms),
};
