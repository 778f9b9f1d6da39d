import { unpacked, zipParts } from "./zip-parts";

/**
 * Whether a zip archive unpacks to more than so many bytes, in all its parts: a small file can hold gigabytes. It stops where
 * it is more, whatever the archive says of itself.
 * @throws Error for what is no zip archive
 */
export async function unpacksToMore(bytes: Uint8Array, most: number): Promise<boolean> {
  let size = 0;
  for (const part of zipParts(bytes)) {
    for await (const piece of unpacked(part)) {
      size += piece.length;
      if (size > most) return true;
    }
  }
  return false;
}
