import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { UserFacingError } from "../user-facing-error";

/*
 * An encrypted backup: magic with the version (8 bytes), salt (16), what tells a wrong key from a changed file (16), the
 * dump by AES-256-GCM with the header as its additional data, and GCM's tag (16). Each file has a key of its own, by scrypt
 * from BACKUP_KEY and the salt, so that a nonce of zeros is used once with it.
 */
const MAGIC = Buffer.from("COOPBAK1");
const SALT_LENGTH = 16;
const CHECK_LENGTH = 16;
const TAG_LENGTH = 16;
const HEADER_LENGTH = MAGIC.length + SALT_LENGTH + CHECK_LENGTH;
const CIPHER = "aes-256-gcm";
const NONCE = Buffer.alloc(12);
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

const deriveBytes = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

async function derive(key: string, salt: Buffer) {
  const bytes = await deriveBytes(key, salt, 64, COST);
  const check = createHmac("sha256", bytes.subarray(32)).update("key check").digest().subarray(0, CHECK_LENGTH);
  return { cipherKey: bytes.subarray(0, 32), check };
}

/** Encrypts what flows through it, header and tag included. */
export async function sealing(key: string): Promise<Transform> {
  const salt = randomBytes(SALT_LENGTH);
  const { cipherKey, check } = await derive(key, salt);
  const header = Buffer.concat([MAGIC, salt, check]);
  const cipher = createCipheriv(CIPHER, cipherKey, NONCE).setAAD(header);
  const stream = new Transform({
    transform: (chunk: Buffer, _, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
  stream.push(header);
  return stream;
}

async function readPart(file: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether a file is encrypted by us. */
export const isSealed = async (file: string) => (await readPart(file, 0, MAGIC.length)).equals(MAGIC);

/**
 * The dump in a backup's file, decrypted where it is encrypted. Reading it to its end fails where a byte was changed; what
 * was read before that must not be kept.
 * @throws UserFacingError where the key is missing or another one
 */
export async function dumpIn(file: string, key: string | undefined): Promise<Readable> {
  if (!(await isSealed(file))) return createReadStream(file);
  if (key === undefined)
    throw new UserFacingError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  const { size } = await stat(file);
  const header = await readPart(file, 0, HEADER_LENGTH);
  if (size < HEADER_LENGTH + TAG_LENGTH) throw new UserFacingError(`${file} is cut short.`);
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_LENGTH);
  const { cipherKey, check } = await derive(key, salt);
  if (!timingSafeEqual(check, header.subarray(-CHECK_LENGTH)))
    throw new UserFacingError(`BACKUP_KEY is not the key that ${file} was encrypted with.`);
  const tag = await readPart(file, size - TAG_LENGTH, TAG_LENGTH);
  const decipher = createDecipheriv(CIPHER, cipherKey, NONCE, { authTagLength: TAG_LENGTH });
  decipher.setAAD(header).setAuthTag(tag);
  const source = createReadStream(file, { start: HEADER_LENGTH, end: size - TAG_LENGTH - 1 });
  // What goes wrong with the file is told by the stream that is handed out.
  pipeline(source, decipher).catch(() => undefined);
  return decipher;
}

/** What stands in the manifest for a digest: where there is a key nobody else can guess values by it. */
export const sealedDigest = (key: string | undefined, text: string) =>
  createHmac("sha256", key ?? "")
    .update(text)
    .digest("hex");
