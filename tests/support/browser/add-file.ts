import type { APIRequestContext } from "@playwright/test";
import { pdf } from "../records/files";
import { expect } from "./fixtures";

type AddedFile = { name: string; bytes?: Uint8Array } & Readonly<Record<string, unknown>>;

/**
 * Uploads a file through the API.
 * @param record the path of its record, such as `projects/3`
 * @param file its name, its bytes (by default a new PDF), and its fields
 * @returns its `datei_id`
 */
export async function addFile(api: APIRequestContext, record: string, { name, bytes = pdf(), ...fields }: AddedFile) {
  const answer = await api.post(`/api/${record}/files`, {
    multipart: {
      ...(fields as Record<string, string>),
      file: { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) },
    },
  });
  expect(answer.status()).toBe(201);
  return Number((await answer.json()).datei_id);
}
