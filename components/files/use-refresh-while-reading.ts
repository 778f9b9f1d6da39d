import { useEffect, useEffectEvent, useRef } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import type { FileRow } from "@/lib/features/files/file-answers";

const POLL_INTERVAL_MS = 5_000;
/** Files that are not read by then wait for others; the page shows them when it is opened again. */
const MAX_POLLS = 24;

/** Refreshes the page while a job reads its files, and once more for what is proposed after that. */
export function useRefreshWhileReading(files: readonly FileRow[]): void {
  const { refreshIfSafe } = usePendingNavigation();
  const unread = files
    .filter(({ gelesen }) => gelesen === "offen")
    .map(({ datei_id, fassung }) => `${datei_id} ${fassung}`);
  const waitsFor = unread.join();
  const wasWaiting = useRef(false);
  const poll = useEffectEvent(() => {
    if (document.visibilityState === "visible") void refreshIfSafe();
  });
  useEffect(() => {
    if (waitsFor === "" && !wasWaiting.current) return;
    wasWaiting.current = waitsFor !== "";
    let left = waitsFor === "" ? 1 : MAX_POLLS;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      poll();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [waitsFor]);
}
