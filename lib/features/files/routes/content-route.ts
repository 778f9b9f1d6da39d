import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import { parseByteRange } from "../byte-range";
import { FILE_MIMES, INLINE_MIMES } from "../file-types";
import { generated } from "@/lib/model/answers/shapes";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { MAX_ID } from "@/lib/model/limits";
import { AppError } from "@/lib/base/errors/errors";
import { logSecurity } from "@/lib/base/observability/security-log";
import { isKnown } from "@/lib/base/web/etag";
import { queryParameter } from "@/lib/http/openapi/list-parameters";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { isFirstInWindow } from "@/lib/store/limits/rate-limit";
import { getVersion } from "../server/find-files";
import { contentStream } from "../server/read-content";

const text = { type: "string" };

/** Returns the number of the requested version. @throws AppError data_not_found for anything but a number */
function requestedVersion(parameters: URLSearchParams): number | undefined {
  const [number, ...more] = parameters.getAll("fassung");
  if (number === undefined) return undefined;
  const fassung = more.length > 0 ? null : wholeNumber(number, 1, MAX_ID);
  if (fassung === null) throw new AppError("data_not_found");
  return fassung;
}

/** Contract §18. */
export const fileContent = routes({
  GET: route({
    path: "/files/{datei_id}/content",
    id: "downloadFile",
    tag: "files",
    summary: "Download a file",
    description:
      "The bytes of the current version, or of another one. `ETag` is their SHA-256; one `Range` is answered.",
    access: ["read", "files"],
    parameters: [
      queryParameter("fassung", "The number of another version.", { type: "integer", minimum: 1, maximum: MAX_ID }),
      queryParameter("inline", "Not as an attachment, if it is a PDF or a picture.", { enum: ["1"] }),
    ],
    answers: {
      success: {
        description: "The bytes",
        mediaType: FILE_MIMES,
        schema: generated<string>({ type: "string", contentMediaType: "application/octet-stream" }),
        headers: {
          ETag: { description: "The SHA-256 of the bytes, for `If-None-Match` and `If-Range`.", schema: text },
          "Content-Disposition": { description: "The file's name.", schema: text },
          "Accept-Ranges": { description: "`bytes`", schema: text },
        },
      },
      unchanged: true,
      partial: true,
      refusals: ["data_not_found"],
    },
  }).handle(async ({ request, url, params, session, client, context }) => {
    const { file, version } = await getVersion(context, pathId(params, "datei_id"), requestedVersion(url.searchParams));
    const { mime, bytes: size, sha256 } = version;
    const etag = `"${sha256}"`;
    const isInline = url.searchParams.get("inline") === "1" && INLINE_MIMES.includes(mime);
    const common = {
      etag,
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "content-disposition": contentDisposition(version.name, { type: isInline ? "inline" : "attachment" }),
    };
    if (isKnown(request.headers.get("if-none-match"), etag))
      return new NextResponse(null, { status: 304, headers: common });
    const ifRange = request.headers.get("if-range");
    const isSameAsBefore = ifRange === null || ifRange.trim() === etag;
    const range = isSameAsBefore ? parseByteRange(request.headers.get("range"), size) : null;
    if (range === "unsatisfiable")
      return new NextResponse(null, { status: 416, headers: { ...common, "content-range": `bytes */${size}` } });
    const { id: account } = session.user;
    const isLogged = file.sichtbar !== "alle";
    if (isLogged && (await isFirstInWindow("loggedDownloads", [String(account), String(version.version_id)])))
      logSecurity("file_downloaded", { user_id: account, client, reason: `files/${file.datei_id}/${version.fassung}` });
    const { start, end } = range ?? { start: 0, end: size };
    const headers = {
      ...common,
      "content-type": mime === "text/plain" ? `${mime}; charset=utf-8` : mime,
      "content-length": String(end - start),
      ...(range && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
    };
    const body = contentStream(context, version.content_id, { start, end }, account);
    return new NextResponse(body, { status: range ? 206 : 200, headers });
  }),
});
