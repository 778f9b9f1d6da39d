import type { ChosenEncoding, Encoding } from "../../../encodings";
import { decodeBytes, textOfUnits, undecodable } from "./decode-bytes";
import { detectEncoding } from "./detect-encoding";
import { isUtf8 } from "node:buffer";

/** The lowest code points of sequences of 0 to 4 bytes; a lower one is overlong, and thus invalid. */
const LOWEST = Uint32Array.of(0, 0, 0x80, 0x800, 0x10000);

/** Returns the code point of the UTF-8 sequence that begins at a byte from 0x80 on; -1 if none is valid. */
function findCodePoint(bytes: DataView, at: number): number {
  const lead = bytes.getUint8(at);
  const length = Math.clz32(~lead << 24);
  if (length < 2 || length > 4 || at + length > bytes.byteLength) return -1;
  let code = lead & (0x7f >> length);
  for (let offset = 1; offset < length; offset += 1) {
    const byte = bytes.getUint8(at + offset);
    if (byte >> 6 !== 0b10) return -1;
    code = (code << 6) | (byte & 0x3f);
  }
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code < Number(LOWEST[length]) || isSurrogate || code > 0x10ffff ? -1 : code;
}

/**
 * Decodes UTF-8; each byte outside a valid sequence becomes a lone surrogate.
 * @returns the text without byte order mark, and whether valid sequences of several bytes are at least
 * as many as bytes outside of such, as in UTF-8 with few errors
 */
function decodeUtf8(bytes: Uint8Array): { text: string; isProbable: boolean } {
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes), isProbable: true };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(bytes.length);
  let [at, length, sequences, undecodables] = [0, 0, 0, 0];
  while (at < bytes.length) {
    const byte = view.getUint8(at);
    const code = byte < 0x80 ? byte : findCodePoint(view, at);
    if (code < 0) undecodables += 1;
    else if (code >= 0x80) sequences += 1;
    if (code >= 0x10000) {
      units[length] = 0xd800 + ((code - 0x10000) >> 10);
      units[length + 1] = 0xdc00 + (code & 0x3ff);
    } else {
      units[length] = code < 0 ? undecodable(byte) : code;
    }
    length += code < 0x10000 ? 1 : 2;
    at += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  const text = textOfUnits(units.subarray(0, length)).replace(/^\uFEFF/, "");
  return { text, isProbable: sequences >= undecodables };
}

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
