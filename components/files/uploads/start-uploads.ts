import { ApiError, request, type Refusal } from "@/lib/base/browser/api-client";
import type { fileStored, versionStored } from "@/lib/features/files/file-answers";
import { BYTES_PER_MB } from "@/lib/features/files/storage-use";
import { refusalOfFile } from "./refusal-of-file";
import { createUploadQueue, type SendUpload, type UploadTarget } from "./upload-queue";

type Stored = typeof fileStored | Refusal;
type StoredVersion = typeof versionStored | Refusal;

const sendUpload: SendUpload = async ({ target, file, replaces }, options) => {
  const form = new FormData();
  form.append("file", file);
  if (replaces === null) {
    const answer = await request<Stored>("POST", `/api/${target.kind}/${target.id}/files`, { form, ...options });
    if (answer.success) return { datei_id: answer.datei_id, fassung: null };
    throw new ApiError(200, answer.message, { body: answer });
  }
  const answer = await request<StoredVersion>("POST", `/api/files/${replaces}/versions`, { form, ...options });
  if (answer.success) return { datei_id: replaces, fassung: answer.fassung };
  throw new ApiError(200, answer.message, { body: answer });
};

/** The uploads of this browser tab; they go on while the user opens other pages of the app. */
export const uploadQueue = createUploadQueue(sendUpload);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

uploadQueue.subscribe(() => {
  const isUploading = uploadQueue.getUploads().some(({ state }) => state.is === "waiting" || state.is === "sending");
  if (isUploading) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
});

/**
 * Uploads files to a record.
 * @param maxMb the largest size of a file
 * @param replaces the file of which they are new versions
 */
export function startUploads(target: UploadTarget, files: readonly File[], maxMb: number, replaces?: number): void {
  uploadQueue.add(target, files, (file) => refusalOfFile(file, maxMb * BYTES_PER_MB), replaces);
}
