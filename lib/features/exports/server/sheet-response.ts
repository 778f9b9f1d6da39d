import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import { anyText } from "@/lib/model/answers/shapes";
import { dayOf } from "@/lib/model/fields/moments";
import { plainName } from "./file-name";
import { FORMATS, type formatOf } from "./formats";
import type { SheetContent } from "./sheet";

/** What routes declare of a downloaded table. */
export const sheetFile = {
  mediaType: Object.values(FORMATS).map(({ mediaType }) => mediaType),
  schema: anyText,
  headers: { "Content-Disposition": { description: "The file name.", schema: { type: "string" } } },
};

/**
 * Returns the headers of a download with the day in its file name.
 * @param fallbackName the file name if `title` has no plain characters
 */
export function downloadHeaders(
  format: { name: string; mediaType: string; charset?: string },
  title: string,
  fallbackName: string,
) {
  return {
    "content-type": format.mediaType + (format.charset ?? ""),
    "content-disposition": contentDisposition(
      `${plainName(title) || fallbackName}-${dayOf(new Date())}.${format.name}`,
    ),
  };
}

/**
 * Returns a table as a download with the day in its file name.
 * @param fallbackName the file name if that of the table has no plain characters
 */
export async function sheetResponse(
  { method }: { method: string },
  format: ReturnType<typeof formatOf>,
  content: SheetContent,
  fallbackName: string,
): Promise<NextResponse> {
  const headers = downloadHeaders(format, content.name, fallbackName);
  // A HEAD response has no body: stops reading rows that no client would consume.
  if (method === "HEAD") await content.rows.cancel();
  return new NextResponse(method === "HEAD" ? null : await format.stream(content), { headers });
}
