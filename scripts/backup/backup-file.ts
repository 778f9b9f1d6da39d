import { existsSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { Decrypter, Encrypter } from "age-encryption";
import { codeOf, messageOf, UserFacingError } from "../process/user-facing-error";
import { type Bytes, type CheckedBackup, type Manifest, manifestSchema, readBytes, sha256Of } from "./manifest";

/*
 * A backup is a dump in PostgreSQL's custom format, followed by its manifest: a line of JSON, which
 * pg_restore ignores. With a key, the whole content is one age file (https://age-encryption.org/v1)
 * for a passphrase, never for a public recipient: anyone who knows a recipient can forge a backup.
 */

/**
 * Work factor of scrypt as log2 N; 15 uses 32 MiB. Random keys need no stretching; it slows down
 * guesses of weaker passphrases.
 */
const SCRYPT_LOG_N = 15;
/** Maximum length of the manifest, in chunks of 64 KiB. */
const MANIFEST_MAX_CHUNKS = 32;

/** Node.js and the library type web streams differently. */
const { from: webStream } = ReadableStream as unknown as { from: (bytes: Bytes) => ReadableStream<Uint8Array> };

/** Encrypts the content of a backup if there is a key. */
export async function seal(content: Bytes, key: string | undefined): Promise<Bytes> {
  if (key === undefined) return content;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return (await encrypter.encrypt(webStream(content))) as unknown as Bytes;
}

/** Decrypts an age file. Only the passphrase is tried, so that a file for a public recipient is refused. */
async function* unseal(file: string, key: string): Bytes {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    yield* (await decrypter.decrypt(webStream(readBytes(file)))) as unknown as Bytes;
  } catch (error) {
    // An error of the file system, such as EIO.
    if (codeOf(error) !== undefined) throw error;
    const isOtherKey = messageOf(error).startsWith("no identity matched");
    const sentence = isOtherKey
      ? `BACKUP_KEY is not the key that ${file} was encrypted with.`
      : `${file} was changed or cut short after it was encrypted.`;
    throw new UserFacingError(sentence, { cause: error });
  }
}

/** Splits the manifest from the end of the content, and reports it if there is one. */
async function* withoutManifest(content: Bytes, report: (manifest: Manifest) => void): Bytes {
  const last: Uint8Array[] = [];
  for await (const chunk of content) if (last.push(chunk) > MANIFEST_MAX_CHUNKS) yield last.shift() as Uint8Array;
  const end = Buffer.concat(last);
  const start = Math.max(0, end.lastIndexOf("\n", -2));
  try {
    report(manifestSchema.parse(JSON.parse(end.subarray(start).toString())));
  } catch {
    // The caller finds that there is no manifest.
  }
  yield end.subarray(0, start);
}

export type CheckOptions = {
  file: string;
  /** BACKUP_KEY; with it, only backups that were made with it are accepted. */
  key: string | undefined;
  /** Accepts an unencrypted backup although there is a key. */
  acceptsUnencrypted?: boolean;
  signal?: AbortSignal;
};

/**
 * Reads a backup once to its end, and checks that it is whole and authentic.
 * @throws UserFacingError with one sentence
 */
export async function checkBackup({ file, key, acceptsUnencrypted, signal }: CheckOptions): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new UserFacingError(`There is no backup ${file}.`);
  const head = (await buffer(readBytes(file, 0, 31))).toString("latin1");
  if (head.startsWith("COOPBAK"))
    throw new UserFacingError(`${file} was made by an earlier version of the app: restore it with that version.`);
  const fileKey = /^age-encryption/.test(head) ? (key ?? "") : undefined;
  if (fileKey === "")
    throw new UserFacingError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  if (fileKey === undefined && key !== undefined && !acceptsUnencrypted)
    throw new UserFacingError(
      `${file} is not encrypted, although BACKUP_KEY is set: a forger may have put it there. ` +
        "If you know who made it, pass --unencrypted.",
    );
  let manifest: Manifest | undefined;
  const content = () => (fileKey === undefined ? readBytes(file) : unseal(file, fileKey));
  const dump = () => withoutManifest(content(), (found) => (manifest = found));
  const sha256 = await sha256Of(dump(), signal);
  if (manifest === undefined)
    throw new UserFacingError(
      `${file} has no manifest of this version at its end: it is cut short, or another version made it and can restore it.`,
    );
  if (manifest.sha256 !== sha256)
    throw new UserFacingError(`${file} was changed since it was made: its SHA-256 is not the one of its manifest.`);
  if (manifest.file !== path.basename(file))
    throw new UserFacingError(`${file} is a copy of ${manifest.file} under another name: give it that name.`);
  return { manifest, dump };
}
