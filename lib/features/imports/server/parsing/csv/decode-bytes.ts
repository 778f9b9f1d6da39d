import iconv from "iconv-lite";
import { CHOSEN_ENCODINGS, type ChosenEncoding } from "../../../encodings";

/** An encoding of one byte per character. */
export type ByteEncoding = Exclude<ChosenEncoding, "utf-8">;

/** The encodings of one byte per character, in the order of a choice. */
export const BYTE_ENCODINGS = CHOSEN_ENCODINGS.filter((encoding): encoding is ByteEncoding => encoding !== "utf-8");

/** Mac OS has the euro sign here since 1998; iconv-lite still has the currency sign. */
const MAC_EURO = 0xdb;

/** Returns the lone surrogate that stands for an undecodable byte, as in Python's `surrogateescape`. */
export const undecodable = (byte: number): number => 0xdc00 + byte;

/** Returns the code units of the bytes 0 to 255 in an encoding. */
function tableOf(encoding: ByteEncoding): Uint16Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = iconv.decode(bytes, encoding);
  return Uint16Array.from(bytes, (byte) => {
    if (encoding === "macintosh" && byte === MAC_EURO) return "€".charCodeAt(0);
    return text[byte] === "\uFFFD" ? undecodable(byte) : text.charCodeAt(byte);
  });
}
const TABLES = new Map(BYTE_ENCODINGS.map((encoding) => [encoding, tableOf(encoding)]));

/** Converts UTF-16 code units to a text. Unlike `TextDecoder` it leaves lone surrogates as they are. */
export const textOfUnits = (units: Uint16Array): string =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString("utf16le");

/** Decodes an encoding of one byte per character; undecodable bytes become lone surrogates. */
export function decodeBytes(bytes: Uint8Array, encoding: ByteEncoding): string {
  const table = TABLES.get(encoding);
  const units = new Uint16Array(bytes);
  for (let at = 0; at < units.length; at += 1) units[at] = Number(table?.[Number(units[at])]);
  return textOfUnits(units);
}
