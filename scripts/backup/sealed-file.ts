import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { UserFacingError } from "../process/user-facing-error";

/*
 * An encrypted backup: magic with the version (8 bytes), salt (16), what tells a wrong key from a changed file (16), the
 * dump by AES-256-GCM with the header as its additional data, and GCM's tag (16). Each file has keys of its own, by scrypt
 * from BACKUP_KEY and the salt, so that a nonce of zeros is used once with it. Version 2 differs from version 1 in one
 * thing: the manifest beside the file carries a MAC by a key of the file.
 */
const MAGIC = Buffer.from("COOPBAK2");
const MAGIC_OF_VERSION_1 = Buffer.from("COOPBAK1");
const SALT_LENGTH = 16;
const CHECK_LENGTH = 16;
const TAG_LENGTH = 16;
const HEADER_LENGTH = MAGIC.length + SALT_LENGTH + CHECK_LENGTH;
const CIPHER = "aes-256-gcm";
const NONCE = Buffer.alloc(12);
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

const deriveBytes = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Authenticates a manifest's text by a key of its dump. @returns the MAC in hexadecimal digits */
export type SignManifest = (text: string) => string;

async function derive(key: string, salt: Buffer) {
  const bytes = await deriveBytes(key, salt, 64, COST);
  const hmac = (text: string) => createHmac("sha256", bytes.subarray(32)).update(text);
  const signManifest: SignManifest = (text) => hmac(`manifest\n${text}`).digest("hex");
  return {
    cipherKey: bytes.subarray(0, 32),
    check: hmac("key check").digest().subarray(0, CHECK_LENGTH),
    signManifest,
  };
}

/** Returns a stream that encrypts a dump, header and tag included, and the function that authenticates its manifest. */
export async function sealing(key: string): Promise<{ stream: Transform; signManifest: SignManifest }> {
  const salt = randomBytes(SALT_LENGTH);
  const { cipherKey, check, signManifest } = await derive(key, salt);
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
  return { stream, signManifest };
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

/** Returns true for a file that `sealing` wrote, in this or an earlier version. */
export async function isSealed(file: string): Promise<boolean> {
  const magic = await readPart(file, 0, MAGIC.length);
  return magic.equals(MAGIC) || magic.equals(MAGIC_OF_VERSION_1);
}

/** A sealed file whose key is right; its bytes are not authenticated before `dump` is read to its end. */
export type SealedFile = {
  /** Decrypts the dump. Fails at its end when a byte was changed: discard what was read before. */
  dump: () => Readable;
  signManifest: SignManifest;
  /** False for version 1, whose manifests carry no MAC. The header is authenticated data of the dump, so no forger chooses this. */
  authenticatesManifest: boolean;
};

/**
 * Opens a sealed file.
 * @throws UserFacingError when the file is too short or was encrypted with another key
 */
export async function openSealedFile(file: string, key: string): Promise<SealedFile> {
  const { size } = await stat(file);
  if (size < HEADER_LENGTH + TAG_LENGTH) throw new UserFacingError(`${file} is cut short.`);
  const header = await readPart(file, 0, HEADER_LENGTH);
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_LENGTH);
  const { cipherKey, check, signManifest } = await derive(key, salt);
  if (!timingSafeEqual(check, header.subarray(-CHECK_LENGTH)))
    throw new UserFacingError(`BACKUP_KEY is not the key that ${file} was encrypted with.`);
  const tag = await readPart(file, size - TAG_LENGTH, TAG_LENGTH);
  const dump = () => {
    const decipher = createDecipheriv(CIPHER, cipherKey, NONCE, { authTagLength: TAG_LENGTH });
    decipher.setAAD(header).setAuthTag(tag);
    const source = createReadStream(file, { start: HEADER_LENGTH, end: size - TAG_LENGTH - 1 });
    // The caller reads the failure from the decipher.
    pipeline(source, decipher).catch(() => undefined);
    return decipher;
  };
  return { dump, signManifest, authenticatesManifest: header.subarray(0, MAGIC.length).equals(MAGIC) };
}

/** What stands in the manifest for a digest: where there is a key nobody else can guess values by it. */
export const sealedDigest = (key: string | undefined, text: string) =>
  createHmac("sha256", key ?? "")
    .update(text)
    .digest("hex");
