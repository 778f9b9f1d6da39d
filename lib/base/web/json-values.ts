/**
 * Returns whether a JSON text has more values than `maxValues` at all depths, scalars, objects and arrays
 * alike; its outermost one is not counted. Reads the text once and builds nothing, so that a body can
 * be refused before it is parsed. The result is meaningless for other texts.
 */
export function hasMoreJsonValues(json: string, maxValues: number): boolean {
  let count = 0;
  // After a bracket, anything but its counterpart begins the first value; after that, a comma begins the next.
  let isFirst = false;
  for (let at = 0; at < json.length && count <= maxValues; at += 1) {
    const character = json.charAt(at);
    if (character === " " || character === "\n" || character === "\r" || character === "\t") continue;
    if (character === "," || (isFirst && character !== "}" && character !== "]")) count += 1;
    isFirst = character === "{" || character === "[";
    if (character === '"') at = endOfString(json, at);
  }
  return count > maxValues;
}

/** Returns the position of the quote that ends the JSON string which begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') return at;
    if (character === "\\") at += 1;
  }
  return json.length;
}
