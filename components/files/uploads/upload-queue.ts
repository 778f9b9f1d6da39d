import { ApiError, isAbort } from "@/lib/base/browser/api-client";

/** The record to which files are uploaded; `kind` is the first word of its API path. */
export type UploadTarget = { kind: string; id: number; label: string };

/** An upload of a file, or of a new version of the file `replaces`. */
export type Upload = {
  key: number;
  target: UploadTarget;
  file: File;
  replaces: number | null;
  state: UploadState;
};

type UploadState =
  | { is: "waiting" }
  /** `share` is how much of the file is sent, from 0 to 1. */
  | { is: "sending"; share: number }
  | { is: "stored"; datei_id: number }
  | { is: "failed"; failure: UploadFailure };

/** Why a file was not stored: the code of the refusal, and what it says about the file. */
export type UploadFailure = Pick<ApiError, "code" | "errors" | "body">;

type SendOptions = { signal: AbortSignal; onProgress: (share: number) => void };
/** Sends an upload. @returns the key of the file @throws ApiError, and `AbortError` when it was cancelled */
export type SendUpload = (upload: Upload, options: SendOptions) => Promise<number>;

/** Number of uploads at a time: the server accepts as many of an account. */
const UPLOADS_AT_ONCE = 2;

/**
 * Creates a queue of uploads. After a refusal for too many requests, it waits as long as the server
 * asks for. Uploads that have ended stay until they are dismissed: the page of their record may not be
 * open, or not loaded completely.
 */
export function createUploadQueue(send: SendUpload) {
  let uploads: readonly Upload[] = [];
  let lastKey = 0;
  let pausedUntil = 0;
  const running = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  function change(next: readonly Upload[]) {
    uploads = next;
    for (const listener of listeners) listener();
  }

  const setState = (key: number, state: UploadState) =>
    change(uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)));
  const remove = (key: number) => change(uploads.filter((upload) => upload.key !== key));

  function pause(seconds: number) {
    pausedUntil = Math.max(pausedUntil, Date.now() + seconds * 1_000);
    setTimeout(startNext, seconds * 1_000);
  }

  function startNext() {
    if (Date.now() < pausedUntil) return;
    const waiting = uploads.filter(({ key, state }) => state.is === "waiting" && !running.has(key));
    for (const upload of waiting.slice(0, UPLOADS_AT_ONCE - running.size)) void run(upload);
  }

  async function run(upload: Upload) {
    const { key } = upload;
    const controller = new AbortController();
    running.set(key, controller);
    setState(key, { is: "sending", share: 0 });
    try {
      const onProgress = (share: number) => setState(key, { is: "sending", share });
      setState(key, { is: "stored", datei_id: await send(upload, { signal: controller.signal, onProgress }) });
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 429 && error.retryAfterSeconds !== undefined) {
        setState(key, { is: "waiting" });
        pause(error.retryAfterSeconds);
      } else setState(key, { is: "failed", failure: error });
    } finally {
      running.delete(key);
      startNext();
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getUploads: () => uploads,
    /**
     * Adds uploads of files to a record.
     * @param refusalOf returns why a file need not be sent, as the server would refuse it; null if it may
     * @param replaces the file of which they are new versions
     */
    add(
      target: UploadTarget,
      files: readonly File[],
      refusalOf: (file: File) => UploadFailure | null,
      replaces: number | null = null,
    ) {
      const added = files.map((file): Upload => {
        const failure = refusalOf(file);
        lastKey += 1;
        return { key: lastKey, target, file, replaces, state: failure ? { is: "failed", failure } : { is: "waiting" } };
      });
      change([...uploads, ...added]);
      startNext();
    },
    /** Cancels an upload, or dismisses one that has ended. */
    cancel(key: number) {
      running.get(key)?.abort();
      remove(key);
      startNext();
    },
    retry(key: number) {
      setState(key, { is: "waiting" });
      startNext();
    },
  };
}
