import type { ChosenEncoding, Encoding } from "../../../encodings";
import { decodeBytes } from "./decode-bytes";
import { decodeUtf8 } from "./decode-utf8";
import { detectEncoding } from "./detect-encoding";

const UTF16_LE_MARK = [0xff, 0xfe];
const UTF16_BE_MARK = [0xfe, 0xff];
const UTF8_MARK = [0xef, 0xbb, 0xbf];
const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Decodes UTF-16 with a byte order mark. */
function decodeUtf16(bytes: Uint8Array): string {
  const units = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  const text = (startsWith(bytes, UTF16_BE_MARK) ? units.swap16() : units).toString("utf16le");
  // An odd last byte becomes a high surrogate, because a low one could form a pair with the unit before it.
  return bytes.length % 2 === 0 ? text : `${text}\uD800`;
}

/**
 * Decodes a text file. Detects UTF-16 by its byte order mark, and UTF-8 by valid sequences of several
 * bytes that are at least as many as bytes from 0x80 on outside of such.
 * @param chosen overrules the detected encoding unless that is UTF-16
 * @returns the text without byte order mark, in which lone surrogates stand for undecodable bytes
 */
export function decodeText(bytes: Uint8Array, chosen?: ChosenEncoding): { text: string; encoding: Encoding } {
  if (startsWith(bytes, UTF16_LE_MARK) || startsWith(bytes, UTF16_BE_MARK)) {
    return { text: decodeUtf16(bytes), encoding: "utf-16" };
  }
  if (chosen === "utf-8") return { text: decodeUtf8(bytes).text, encoding: chosen };
  if (!chosen) {
    const { text, isProbable } = decodeUtf8(bytes);
    if (isProbable) return { text, encoding: "utf-8" };
  }
  const content = startsWith(bytes, UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
  const encoding = chosen ?? detectEncoding(content);
  return { text: decodeBytes(content, encoding), encoding };
}
