import path from "node:path";
import pdfmake from "pdfmake";
import type { Content, ContentTable, ContentText, Table, TableCell, TDocumentDefinitions } from "pdfmake/interfaces";
import type { Locale } from "@/lib/model/messages/i18n";
import { displayDate } from "@/lib/model/fields/day";
import type { Fact, OverviewPart, OverviewRow } from "@/lib/model/answers/overview-answers";
import { sectionHeading, withoutEmptyColumns } from "@/lib/model/overview/shown-sections";
import { isShort } from "@/lib/model/overview/short-texts";
import { dayOf } from "@/lib/model/fields/moments";
import { universityNames } from "@/lib/base/config/env";
import { drawableText, scriptName, SPECIAL_CHARACTERS, type HasGlyph } from "./drawable-text";
import { plainName } from "./file-name";
import type { OverviewSheet } from "./read-overview";
import { wrappable } from "./wrappable-text";

/**
 * The fonts shipped with pdfmake, embedded, so that they display on every machine. None has Chinese
 * letters: a font of 8 MB cost 0.3 s of CPU time per PDF, and 3 s for 10,000 different letters.
 */
const FONTS = path.join(process.cwd(), "node_modules/pdfmake/fonts/Roboto");
const font = (name: string) => path.join(FONTS, `Roboto-${name}.ttf`);
pdfmake.setFonts({
  Roboto: {
    normal: font("Regular"),
    bold: font("Medium"),
    italics: font("Italic"),
    bolditalics: font("MediumItalic"),
  },
});
// Forbids pdfmake to fetch any URL, and to read any file other than the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => file.startsWith(FONTS));

/** What a document of pdfmake also offers, but its types leave out. */
type FontDocument = {
  provideFont: (
    family: string,
    isBold: boolean,
    isItalic: boolean,
  ) => { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } };
};

/** Reads for which characters the fonts have a glyph, from the fonts themselves. */
async function readGlyphs(): Promise<HasGlyph> {
  const empty = (await pdfmake.createPdf({ content: "" }).getStream()) as unknown as FontDocument;
  const fonts = [false, true].map((isBold) => empty.provideFont("Roboto", isBold, false).font);
  return (codePoint) => fonts.every((each) => each.hasGlyphForCodePoint(codePoint));
}
let glyphs: Promise<HasGlyph> | undefined;

const MUTED = "#55605f";
const LINE = "#c9cfcd";
/** Left, top, right and bottom, in points. */
type Margins = [number, number, number, number];
const MARGINS: Margins = [48, 48, 48, 56];
const A4_WIDTH = 595;
const CONTENT_WIDTH = A4_WIDTH - MARGINS[0] - MARGINS[2];

const above = (points: number): Margins => [0, points, 0, 0];

/**
 * Space above and below a section's heading, and the space reserved for the beginning of its
 * content, in points.
 */
const [ABOVE_HEADING, BELOW_HEADING, ROOM_FOR_CONTENT] = [14, 5, 85];

const SEPARATOR = " · ";

const joined = (names: readonly string[]) => names.join(", ");

const factText = ({ text, href }: Omit<Fact, "label">, isFitted = false): ContentText => ({
  text: isFitted ? text : wrappable(text),
  ...(href && { link: href }),
  ...(isFitted && { noWrap: true }),
});

/** Joins the highlights below the name; short ones, such as a period, are never broken. */
const highlightTexts = (highlights: OverviewSheet["highlights"]): ContentText[] =>
  highlights.flatMap(({ pieces, href }, index) => {
    const text = joined(pieces);
    return [...(index > 0 ? [{ text: SEPARATOR }] : []), factText({ text, href }, isShort(text))];
  });

/** Lays out facts in rows of three, each with its label above its text. */
function factTable(facts: readonly Fact[]): Content {
  const cells = facts.map(({ label, ...fact }): TableCell => ({
    stack: [{ text: label, style: "label" }, factText(fact)],
  }));
  const rows: TableCell[][] = [];
  for (let row = 0; row < cells.length; row += 3) rows.push(cells.slice(row, row + 3));
  for (const row of rows) while (row.length < 3) row.push("");
  const table: Table = { widths: ["*", "*", "*"], body: rows, dontBreakRows: true };
  return { layout: "noBorders", table };
}

const rules: ContentTable["layout"] = {
  hLineWidth: (line, { table }) => (line === 0 || line === table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (column) => (column === 0 ? 0 : 6),
  paddingRight: () => 0,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/** Lays out a section of linked records as a table whose header repeats on every page. */
function linkedTable({ columns, shares, blocks }: OverviewPart, nameHeading: string): Content {
  // The columns of names share the width that the others leave. If these do not fit, the columns of short
  // texts stay as wide as their content.
  const hasNames = blocks.some(({ rows }) => rows.some(({ names }) => names !== null));
  const rest = columns.map((_, index) => (hasNames && index === columns.length - 1 ? "*" : "auto"));
  const headings: TableCell[] = [nameHeading, ...columns].map((text) => ({ text, style: "label" }));
  const rowOf = ({ label, cells, names }: OverviewRow): TableCell[] => [
    { text: wrappable(label), bold: true },
    ...cells.map((cell, index) => factText(cell, shares[index + 1] === null)),
    ...(names ? [{ text: wrappable(joined(names)) }] : []),
  ];
  const body = blocks.flatMap(({ heading, total, rows }) => [
    ...(heading
      ? [
          [
            { text: `${heading} (${total})`, style: "label", bold: true, colSpan: columns.length + 1 },
            ...columns.map(() => ""),
          ],
        ]
      : []),
    ...rows.map(rowOf),
  ]);
  return {
    layout: rules,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: ["*", ...rest],
      body: [headings, ...body],
      dontBreakRows: true,
    },
  };
}

/**
 * Keeps a section's heading on the page where its content begins: the unbreakable heading reserves
 * space, which the content's negative margin takes back. `pageBreakBefore` would lay out the whole
 * document again for each such heading.
 */
const section = (heading: string, content: Content): Content => [
  {
    unbreakable: true,
    stack: [{ text: heading, style: "section", margin: [0, ABOVE_HEADING, 0, BELOW_HEADING + ROOM_FOR_CONTENT] }],
  },
  { stack: [content], margin: above(-ROOM_FOR_CONTENT) },
];

function partContent(part: OverviewPart, { words }: OverviewSheet["formatContext"]): Content[] {
  if (part.total === 0) return [];
  const rows = part.blocks.flatMap((block) => block.rows);
  const more = part.total - rows.length;
  return [
    section(sectionHeading(part), [
      part.columns.length > 0
        ? linkedTable(part, words("overview.name"))
        : { text: wrappable(joined(rows.map(({ label }) => label))) },
      ...(more > 0
        ? [
            {
              text: words("and_more", { count: more }),
              color: MUTED,
              margin: above(4),
            },
          ]
        : []),
    ]),
  ];
}

/** Applies a function to all texts of a value, except to addresses. */
function mapTexts<Value>(value: Value, map: (text: string) => string): Value {
  if (typeof value === "string") return map(value) as Value;
  if (Array.isArray(value)) return value.map((each) => mapTexts<unknown>(each, map)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, name === "href" ? each : mapTexts(each, map)]);
  return Object.fromEntries(entries) as Value;
}

/** Returns what a PDF says about characters that it cannot show, with the way to print them. */
function missingNote(missing: ReadonlySet<string>, { words, locale }: OverviewSheet["formatContext"]): string {
  const names = [...missing].map((script) =>
    script === SPECIAL_CHARACTERS ? words("overview.special_characters") : scriptName(script, locale),
  );
  return words("overview.not_drawable", { names: names.join(", ") });
}

function documentOf({ formatContext, ...sheet }: OverviewSheet, hasGlyph: HasGlyph): TDocumentDefinitions {
  const { words, locale } = formatContext;
  const today = dayOf(new Date());
  const missing = new Set<string>();
  const { university: author } = universityNames(locale);
  const drawn = mapTexts({ ...sheet, university: author }, (text) => drawableText(text, locale, hasGlyph, missing));
  const { university, kind, label, besideHeading, highlights, overview } = drawn;
  const { facts, parts, notes } = overview;
  return {
    pageSize: "A4",
    pageMargins: MARGINS,
    language: locale,
    displayTitle: true,
    info: { title: sheet.label, author },
    defaultStyle: { font: "Roboto", fontSize: 9.5, lineHeight: 1.2 },
    styles: {
      label: { fontSize: 8, color: MUTED },
      section: { fontSize: 12, bold: true },
    },
    footer: (page, pages) => ({
      columns: [
        { text: `${university} · ${words("overview.as_of", { day: displayDate(today) })}` },
        { text: words("overview.page", { page, pages }), alignment: "right", width: "auto" },
      ],
      fontSize: 8,
      color: MUTED,
      margin: [MARGINS[0], 20, MARGINS[2], 0],
    }),
    content: [
      { text: kind, style: "label" },
      { text: wrappable(label), fontSize: 18, bold: true, lineHeight: 1.1, margin: above(2) },
      ...besideHeading.map(({ text }) => ({ text: wrappable(text), color: MUTED })),
      ...(highlights.length > 0 ? [{ text: highlightTexts(highlights), margin: above(3) }] : []),
      ...(missing.size > 0 ? [{ text: missingNote(missing, formatContext), fontSize: 8, margin: above(6) }] : []),
      {
        canvas: [{ type: "line", x1: 0, y1: 0, x2: CONTENT_WIDTH, y2: 0, lineWidth: 0.75, lineColor: LINE }],
        margin: above(8),
      },
      ...(facts.length > 0 ? [section(words("base_data"), factTable(facts))] : []),
      ...parts.flatMap((part) => partContent(withoutEmptyColumns(part), formatContext)),
      ...notes.map(({ label: heading, text }) => section(heading, { text: wrappable(text) })),
    ],
  };
}

/**
 * Draws a record's overview as an A4 PDF with selectable text and embedded fonts. A note names the
 * scripts and characters that the fonts lack.
 */
export async function overviewPdf(sheet: OverviewSheet): Promise<Buffer> {
  glyphs ??= readGlyphs();
  return pdfmake.createPdf(documentOf(sheet, await glyphs)).getBuffer();
}

/** Returns the file name of a PDF: the record's name, the day and the language. */
export const pdfFileName = (label: string, day: string, locale: Locale): string =>
  `${plainName(label) || "overview"}-${day}-${locale}.pdf`;
