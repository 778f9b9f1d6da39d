import { request } from "@/lib/base/browser/api-client";
import type { FileRow, fileVersions, oneFile } from "@/lib/features/files/file-answers";

/**
 * Loads a file with the name and content of one of its versions; of one that is no more, with those of the
 * current version.
 * @throws ApiError
 */
export async function loadVersion(datei_id: number, fassung: number): Promise<FileRow> {
  const { data } = await request<typeof oneFile>("GET", `/api/files/${datei_id}`);
  if (data.fassung === fassung) return data;
  const { versions } = await request<typeof fileVersions>("GET", `/api/files/${datei_id}/versions`);
  const version = versions.find((each) => each.fassung === fassung);
  if (!version) return data;
  const { name, mime, bytes, sha256 } = version;
  return { ...data, fassung, name, mime, bytes, sha256 };
}
