import { invalid } from "@/lib/base/errors/errors";
import { csvStream } from "./csv";
import type { SheetContent } from "./sheet";
import { xlsxStream } from "./xlsx";

type Format = {
  mediaType: string;
  charset?: string;
  stream: (content: SheetContent) => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
};

/** The formats of downloaded tables (contract §10). */
export const FORMATS: Readonly<Record<"csv" | "xlsx", Format>> = {
  csv: { mediaType: "text/csv", charset: "; charset=utf-8", stream: csvStream },
  xlsx: { mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", stream: xlsxStream },
};

/** The format of deadlines as a calendar, which only kinds with deadlines have. */
export const CALENDAR = { name: "ics", mediaType: "text/calendar", charset: "; charset=utf-8" } as const;

const isFormat = (name: string): name is keyof typeof FORMATS => Object.hasOwn(FORMATS, name);

/**
 * Parses `?format=`.
 * @param fallback the format if there is no such parameter; without it, the parameter is required
 * @throws AppError validation_failed
 */
export function formatOf(parameters: URLSearchParams, fallback?: keyof typeof FORMATS) {
  const [name = fallback, ...more] = parameters.getAll("format");
  if (!name) throw invalid({ format: ["required"] });
  if (!isFormat(name) || more.length > 0) throw invalid({ format: ["type"] });
  return { name, ...FORMATS[name] };
}
