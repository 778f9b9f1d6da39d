import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { AppError, invalid } from "@/lib/base/errors/errors";
import type { CallRequest } from "@/lib/base/web/call";
import type { SentFile } from "./route";

const MAX_FIELDS = 10;
const LIMITS = {
  files: 1,
  fields: MAX_FIELDS,
  parts: MAX_FIELDS + 1,
  fieldNameSize: 100,
  fieldSize: 4_096,
  headerSize: 16_384,
};
/** Maximum number of bytes, besides the file, of a form within the limits above. */
const MAX_OVERHEAD_BYTES = 65_536;
const FILE_FIELD = "file";

type FormFile = { name: string; chunks: Uint8Array[] };

/**
 * Joins chunks into an array with a buffer of its own, which can be transferred to another thread.
 */
function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/**
 * Reads the one file of a `multipart/form-data` body. Parses the body as a stream, so that a form
 * that exceeds a limit is refused at once, before all of it is in memory.
 * @param maxBytes size limit of the file
 * @throws AppError payload_too_large; validation_failed with `file` `required`, `type` or `max`
 */
export async function readMultipartFile(request: CallRequest, maxBytes: number): Promise<SentFile> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes + MAX_OVERHEAD_BYTES)
    throw new AppError("payload_too_large");
  const file = await parseForm(request, maxBytes);
  if (!file) throw invalid({ [FILE_FIELD]: ["required"] });
  return { name: file.name, bytes: joined(file.chunks) };
}

function parserOf(request: CallRequest, maxBytes: number): InstanceType<typeof Busboy> {
  try {
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return new Busboy({ headers, limits: { ...LIMITS, fileSize: maxBytes } });
  } catch {
    // The content type does not contain the boundary between the form's parts.
    throw invalid({ [FILE_FIELD]: ["required"] });
  }
}

/**
 * Yields the chunks of the body.
 * @throws AppError payload_too_large when the body is longer than `maxBytes`
 */
async function* bounded(request: CallRequest, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError("payload_too_large");
    yield chunk;
  }
}

async function parseForm(request: CallRequest, maxBytes: number): Promise<FormFile | undefined> {
  const parser = parserOf(request, maxBytes);
  const body = Readable.from(bounded(request, maxBytes + MAX_OVERHEAD_BYTES));
  let file: FormFile | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const malformed = () => reject(invalid({ [FILE_FIELD]: ["required"] }));
      const exceedsLimits = () => reject(invalid({ [FILE_FIELD]: ["max"] }));
      parser.on("file", (field: string, stream: BusboyFileStream, name: string) => {
        stream.on("error", malformed);
        if (field !== FILE_FIELD) return void stream.resume();
        const chunks: Uint8Array[] = [];
        file = { name, chunks };
        stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
        stream.on("limit", () => reject(new AppError("payload_too_large")));
      });
      parser.on("field", (field: string) => {
        if (field === FILE_FIELD) reject(invalid({ [FILE_FIELD]: ["type"] }));
      });
      for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const) parser.on(limit, exceedsLimits);
      parser.on("finish", resolve);
      parser.on("error", malformed);
      body.on("error", reject);
      body.pipe(parser);
    });
  } finally {
    body.unpipe(parser);
    body.destroy();
    parser.destroy();
  }
  return file;
}
