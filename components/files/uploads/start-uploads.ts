import { notice, notify } from "@/components/toasts/notify";
import { ApiError, request, type Refusal } from "@/lib/base/browser/api-client";
import type { fileStored, versionStored } from "@/lib/features/files/file-answers";
import { BYTES_PER_MB } from "@/lib/features/files/storage-use";
import { refusalOfFile } from "./refusal-of-file";
import { createUploadQueue, type SendUpload, type Upload, type UploadTarget } from "./upload-queue";

type Answer = typeof fileStored | typeof versionStored | Refusal;

const sendUpload: SendUpload = async ({ target, file, replaces }, options) => {
  const form = new FormData();
  form.append("file", file);
  const path = replaces !== null ? `/api/files/${replaces}/versions` : `/api/${target.kind}/${target.id}/files`;
  const answer = await request<Answer>("POST", path, { form, ...options });
  if (!answer.success) throw new ApiError(200, answer.message, { body: answer });
  return "datei_id" in answer ? answer.datei_id : Number(replaces);
};

/** The uploads of this browser tab; they go on while the user opens other pages of the app. */
export const uploadQueue = createUploadQueue(sendUpload);

/** Attribute of the place that shows the uploads of a record, with the record's API path. */
export const UPLOADS_OF = "data-uploads-of";

function isShown({ kind, id }: UploadTarget): boolean {
  return document.querySelector(`[${UPLOADS_OF}="${kind}/${id}"]`)?.checkVisibility() ?? false;
}

let failedKeys: ReadonlySet<number> = new Set();

/** Reports failures of uploads to the user who has left the page of their record. */
function reportFailures(uploads: readonly Upload[]) {
  const failed = uploads.filter(({ state }) => state.is === "failed");
  for (const { key, file, target } of failed) {
    if (failedKeys.has(key) || isShown(target)) continue;
    notify.danger(notice("upload_failed", { name: file.name, label: target.label }));
  }
  failedKeys = new Set(failed.map(({ key }) => key));
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

uploadQueue.subscribe(() => {
  const uploads = uploadQueue.getUploads();
  reportFailures(uploads);
  const isUploading = uploads.some(({ state }) => state.is === "waiting" || state.is === "sending");
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
