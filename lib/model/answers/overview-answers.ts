import * as z from "zod";
import { count, recordId, anyText } from "./shapes";

const linkableText = { text: anyText, href: anyText.nullable().describe("A web, mail or telephone address") };
const fact = z.object({ label: anyText, ...linkableText });
/**
 * A formatted field: label, text and, if the value is an address or a telephone number, its link.
 */
export type Fact = z.output<typeof fact>;

const overviewRow = z.object({
  id: recordId,
  label: anyText,
  href: anyText,
  cells: z.array(z.object(linkableText)),
  names: z.array(anyText).nullable(),
});
/**
 * A linked record in a section. `names` are those of this record's own linked records, for the last
 * column; null if the section has no such column.
 */
export type OverviewRow = z.output<typeof overviewRow>;

const overviewPart = z.object({
  relation: anyText,
  heading: anyText,
  total: count,
  columns: z
    .array(anyText)
    .describe("Headings of all columns but the name's; the first is that of roles, if links have any"),
  shares: z.array(z.number().nullable()).describe("Relative widths; null is as wide as its texts"),
  blocks: z.array(z.object({ heading: anyText.nullable(), total: count, rows: z.array(overviewRow) })),
  href: anyText,
});
/**
 * A formatted section. `columns` are the column headings without that of the name; the first is that
 * of roles and periods, if any link has them. `shares` are the relative column widths, that of the
 * name first; null for a column of short texts, which is as wide as its texts and never breaks them.
 * The rows are grouped in blocks, which have headings if the kind distinguishes past from current
 * records, or links are former. `href` is the URL of the page that lists all records of the section.
 */
export type OverviewPart = z.output<typeof overviewPart>;

const overview = z.object({
  facts: z.array(fact),
  notes: z.array(fact).describe("Long texts, such as comments"),
  parts: z.array(overviewPart),
});
/** A record formatted for its overview, on the screen or as a PDF. */
export type Overview = z.output<typeof overview>;

/** `GET /api/<kind>/{id}/overview` */
export const recordOverview = z.object({ success: z.literal(true), data: overview.extend({ label: anyText }) });
