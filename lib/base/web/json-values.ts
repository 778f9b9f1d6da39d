/**
 * Returns whether a JSON text has more values than `most` at all depths, scalars, objects and arrays
 * alike; its outermost one is not counted. Reads the text once and builds nothing, so that a body can
 * be refused before it is parsed. Of a text that is not JSON the result means nothing.
 */
export function hasMoreJsonValues(json: string, most: number): boolean {
  let count = 0;
  // After a bracket, anything but its counterpart begins the first value; after that, a comma begins the next.
  let isFirst = false;
  for (let at = 0; at < json.length && count <= most; at += 1) {
    const sign = json.charAt(at);
    if (sign === " " || sign === "\n" || sign === "\r" || sign === "\t") continue;
    if (sign === "," || (isFirst && sign !== "}" && sign !== "]")) count += 1;
    isFirst = sign === "{" || sign === "[";
    if (sign === '"') at = endOfText(json, at);
  }
  return count > most;
}

/** Returns the position of the quote that ends the JSON string which begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const sign = json.charAt(at);
    if (sign === '"') return at;
    if (sign === "\\") at += 1;
  }
  return json.length;
}
