import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { uploadQueue } from "./start-uploads";
import type { Upload, UploadTarget } from "./upload-queue";

const NONE: readonly Upload[] = [];

/**
 * Returns the uploads of a record.
 * @param onStored called with the uploads that were stored once no other one is left; they are dismissed
 */
export function useUploads(
  { kind, id }: Pick<UploadTarget, "kind" | "id">,
  onStored: (uploads: readonly Upload[]) => void,
): readonly Upload[] {
  const all = useSyncExternalStore(
    (onChange) => uploadQueue.subscribe(onChange),
    uploadQueue.getUploads,
    () => NONE,
  );
  const uploads = all.filter(({ target }) => target.kind === kind && target.id === id);

  const dismissStored = useEffectEvent(() => {
    const stored = uploads.filter(({ state }) => state.is === "stored");
    const isUploading = uploads.some(({ state }) => state.is === "waiting" || state.is === "sending");
    if (isUploading || stored.length === 0) return;
    for (const { key } of stored) uploadQueue.cancel(key);
    onStored(stored);
  });
  useEffect(() => dismissStored(), [all]);

  return uploads;
}
