import { createDecipheriv, createHmac, scryptSync } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { UserFacingError } from "../process/user-facing-error";
import { type CheckedBackup, type Manifest, manifestSchema, readBytes, sha256Of } from "./manifest";

/*
 * Reads backups of the formats 1 and 2: a dump, with its manifest in a file beside it. An encrypted dump consists of the
 * format (8 bytes), a salt (16), a check value of the key (16), the dump by AES-256-GCM with these 40 bytes as additional
 * data, and its tag (16). In format 2 the manifest contains a MAC by a key of the file.
 */

const schema = manifestSchema.extend({ format: z.literal([1, 2]) });

export const oldManifestFile = (file: string) => `${file.replace(/\.dump$/, "")}.json`;

/** Returns the manifest beside a backup of the old format with its MAC and the text that the MAC covers, if there is one. */
export function readOldManifest(file: string): { manifest: Manifest; mac: unknown; text: string } | undefined {
  try {
    const { mac, ...rest } = JSON.parse(readFileSync(oldManifestFile(file), "utf8")) as Record<string, unknown>;
    return { manifest: schema.parse(rest), mac, text: JSON.stringify(rest) };
  } catch {
    return undefined;
  }
}

/** @param head the first bytes of the file */
export const isOldFormat = (file: string, head: string) =>
  head.startsWith("COOPBAK") || existsSync(oldManifestFile(file));

/**
 * Checks a backup of the old format.
 * @param key BACKUP_KEY if the dump is encrypted
 * @throws UserFacingError with one sentence
 */
export async function checkOldFormat(file: string, key?: string, signal?: AbortSignal): Promise<CheckedBackup> {
  const beside = oldManifestFile(file);
  const { manifest, mac, text } = readOldManifest(file) ?? {};
  if (!manifest) throw new UserFacingError(`${file} has no readable manifest ${path.basename(beside)} beside it.`);
  if (key === undefined) {
    const dump = () => readBytes(file);
    if ((await sha256Of(dump(), signal)) === manifest.sha256) return { manifest, dump, digestKey: "" };
    throw new UserFacingError(`${file} was changed since it was made: its SHA-256 is not the one of its manifest.`);
  }
  const [start, end] = [40, statSync(file).size - 17];
  if (end < start) throw new UserFacingError(`${file} is cut short.`);
  const [header, tag] = [await buffer(readBytes(file, 0, start - 1)), await buffer(readBytes(file, end + 1))];
  const keys = scryptSync(key, header.subarray(8, 24), 64, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  const hmac = (of: string) => createHmac("sha256", keys.subarray(32)).update(of).digest();
  if (!hmac("key check").subarray(0, 16).equals(header.subarray(24)))
    throw new UserFacingError(`BACKUP_KEY is not the key that ${file} was encrypted with.`);
  // The format is authenticated with the dump, so that a forger cannot choose the one without a MAC.
  const hasMac = header.toString("latin1", 0, 8) === "COOPBAK2";
  if (hasMac && hmac(`manifest\n${text}`).toString("hex") !== mac)
    throw new UserFacingError(`The manifest ${beside} was changed, or belongs to another backup.`);
  if (hasMac && manifest.file !== path.basename(file))
    throw new UserFacingError(`${file} is a copy of ${manifest.file} under another name: give both files that name.`);
  async function* dump() {
    const decipher = createDecipheriv("aes-256-gcm", keys.subarray(0, 32), Buffer.alloc(12));
    decipher.setAAD(header).setAuthTag(tag);
    for await (const chunk of readBytes(file, start, end)) yield decipher.update(chunk);
    try {
      decipher.final();
    } catch {
      throw new UserFacingError(`${file} was changed after it was encrypted.`);
    }
  }
  await sha256Of(dump(), signal);
  const note = hasMac
    ? undefined
    : "Its manifest is from before manifests were authenticated: that date is not confirmed.";
  return { manifest, dump, digestKey: key, note };
}
