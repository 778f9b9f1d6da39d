import { isUtf8 } from "node:buffer";
import { textOfUnits, undecodable } from "./decode-bytes";

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
export function decodeUtf8(bytes: Uint8Array): { text: string; isProbable: boolean } {
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
