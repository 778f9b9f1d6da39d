import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { uploadQueue } from "./start-uploads";
import type { StoredUpload, Upload, UploadTarget } from "./upload-queue";

const NONE: readonly Upload[] = [];

type UploadHandlers = {
  /** Called for each upload that was stored. */
  onStored: (upload: Upload, stored: StoredUpload) => void;
  /** Called with all that were stored, once no other upload of the record is left. */
  onEnd: (stored: readonly Stored[]) => void;
};

type Stored = { upload: Upload; stored: StoredUpload };

/** Returns the uploads of a record, and dismisses those that were stored. */
export function useUploads({ kind, id }: Pick<UploadTarget, "kind" | "id">, handlers: UploadHandlers) {
  const all = useSyncExternalStore(
    (onChange) => uploadQueue.subscribe(onChange),
    uploadQueue.getUploads,
    () => NONE,
  );
  const uploads = all.filter(({ target }) => target.kind === kind && target.id === id);
  const unreported = useRef<Stored[]>([]);

  const handle = useEffectEvent(() => {
    for (const upload of uploads) {
      if (upload.state.is !== "stored") continue;
      const { datei_id, fassung } = upload.state;
      unreported.current.push({ upload, stored: { datei_id, fassung } });
      handlers.onStored(upload, { datei_id, fassung });
      uploadQueue.cancel(upload.key);
    }
    const isUploading = uploads.some(({ state }) => state.is === "waiting" || state.is === "sending");
    if (isUploading || unreported.current.length === 0) return;
    handlers.onEnd(unreported.current);
    unreported.current = [];
  });
  useEffect(() => handle(), [all]);

  return uploads;
}
