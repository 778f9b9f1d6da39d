import type { ContentText } from "pdfmake/interfaces";

/**
 * Maximum length, in UTF-16 units, of a run without blanks that stays unbroken. Most words and
 * e-mail addresses are shorter.
 */
const MAX_RUN = 40;
/**
 * Length, in UTF-16 units, of the pieces into which a longer run is broken. Even a piece of the
 * widest letters fits into a quarter of the page width.
 */
const PIECE = 12;

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const LONG_RUNS = new RegExp(`[^ \\n]{${MAX_RUN + 1},}`, "g");
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Splits a run into pieces between graphemes. A grapheme that is longer than a piece, such as a
 * letter with a hundred accents, is itself split between code points.
 */
function piecesOf(run: string): string[] {
  const segments = graphemes.segment(run);
  const pieces: string[] = [];
  for (let start = 0, end; start < run.length; start = end) {
    end = Math.min(start + PIECE, run.length);
    const beginning = segments.containing(end)?.index ?? end;
    if (beginning > start) end = beginning;
    else if (/^[\uDC00-\uDFFF]/.test(run.charAt(end))) end -= 1;
    pieces.push(run.slice(start, end));
  }
  return pieces;
}

/**
 * Inserts break opportunities into long words for pdfmake, whose layout takes quadratic time in the
 * length of a run that it cannot break. Collapses blanks as on the screen (`white-space:
 * pre-line`), and more than two empty lines to two.
 * @returns the text itself, or a list of its parts. An empty part is a break opportunity, which
 * adds no character when the text is copied from the PDF.
 */
export function wrappable(text: string): ContentText["text"] {
  const compact = text
    .replace(LINE_ENDS, "\n")
    .replace(/[ \t]+/g, " ")
    .replace(/(?:\n ?){4,}/g, "\n\n\n");
  const parts: string[] = [];
  let end = 0;
  for (const { 0: run, index } of compact.matchAll(LONG_RUNS)) {
    parts.push(compact.slice(end, index));
    for (const piece of piecesOf(run)) parts.push(piece, "");
    end = index + run.length;
  }
  return parts.length === 0 ? compact : [...parts, compact.slice(end)];
}
