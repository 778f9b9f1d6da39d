import { SaxesParser, type SaxesTagPlain } from "saxes";
import { unpacked, type ZipPart } from "./zip-parts";

/** The attributes of an element, by their names with prefixes. */
export type XmlAttributes = SaxesTagPlain["attributes"];

/** Receives an XML document while it is parsed; names of elements are without their prefixes. */
export type XmlHandler = {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Thrown for a document whose elements are nested too deeply, or that is too long. */
export class TooComplexError extends RangeError {}

/** Maximum nesting of elements, because the parser keeps an object of each open one. */
const MAX_DEPTH = 100;

const localName = (name: string) => {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
};

/** Finds the value of an attribute by its name without its prefix, which producers choose freely. */
export function findAttribute(attributes: XmlAttributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.includes(":") && localName(each) === name);
  return attributes[name] ?? (key === undefined ? undefined : attributes[key]);
}

/**
 * Parses an XML part of an archive while it is unpacked. External entities are not resolved.
 * @param maxBytes limit of the unpacked document, for archives whose parts were not measured before
 * @throws TooComplexError
 * @throws Error for an invalid document, or what the handler throws
 */
export async function parseXml(part: ZipPart, handler: XmlHandler, maxBytes = Infinity): Promise<void> {
  let bytes = 0;
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new TooComplexError();
    handler.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    handler.close?.(localName(name));
  });
  if (handler.text) {
    const onText = (text: string) => handler.text?.(text);
    parser.on("text", onText);
    parser.on("cdata", onText);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of unpacked(part)) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new TooComplexError();
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.write(decoder.decode()).close();
}
