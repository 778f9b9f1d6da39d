import { widgetOf, type ControlName } from "./controls";

/** Returns whether the texts of a control may have line breaks, as no address has. */
export function allowsLineBreaks(control: ControlName | null): boolean {
  const widget = control && widgetOf(control);
  return !(widget?.element === "input" && widget.isSingleLine);
}

/** Returns a text with its line breaks as they are stored: as LF, which browsers and files send as CRLF. */
export const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");

/** Returns the lines of a text. */
export const linesOf = (text: string): string[] => withLineFeeds(text).split("\n");

const EDGE = /[\s,]/;

/** Removes blanks and commas around a line; a regex for its end would be quadratic in a run of blanks. */
function bareLine(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && EDGE.test(line.charAt(start))) start += 1;
  while (end > start && EDGE.test(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

/**
 * Returns a text in one line, as lists and prints show it: a comma stands for line breaks, whatever
 * blank lines and commas are around them. A text of one line is returned unchanged. `inOneLineSql`
 * does the same in SQL.
 */
export function inOneLine(text: string): string {
  const lines = linesOf(text);
  return lines.length === 1 ? text : lines.map(bareLine).filter(Boolean).join(", ");
}

/** Builds the SQL expression for a text column in one line, like `inOneLine`. */
export const inOneLineSql = (column: string): string =>
  `CASE WHEN position(chr(10) IN ${column}) = 0 THEN ${column} ELSE (
    SELECT coalesce(string_agg(line, ', ' ORDER BY place), '') FROM (
      SELECT btrim(raw_line, ', ' || chr(9) || chr(13) || chr(160)) AS line, place
      FROM string_to_table(${column}, chr(10)) WITH ORDINALITY AS lines(raw_line, place)) AS bare
    WHERE line <> '') END`;

/** Joins the lines of a text by blanks, for controls whose texts have no line breaks. */
export const joinedLines = (text: string): string =>
  linesOf(text)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
