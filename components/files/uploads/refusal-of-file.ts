import { FILE_TYPES } from "@/lib/features/files/file-types";
import type { UploadFailure } from "./upload-queue";

const invalid = (code: "empty" | "type"): UploadFailure => ({
  code: "validation_failed",
  errors: { file: [code] },
  body: {},
});

/**
 * Returns why the server would refuse a file that need not be sent to know it: by its name's ending or
 * its size (contract §18); null if it may accept the file.
 * @param maxBytes the largest size
 */
export function refusalOfFile(file: Pick<File, "name" | "size">, maxBytes: number): UploadFailure | null {
  const name = file.name.toLowerCase();
  if (!Object.keys(FILE_TYPES).some((ending) => name.endsWith(ending))) return invalid("type");
  if (file.size === 0) return invalid("empty");
  return file.size > maxBytes ? { code: "payload_too_large", errors: undefined, body: {} } : null;
}
