import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { AppError, invalid } from "@/lib/base/errors/errors";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { CallRequest } from "@/lib/base/web/call";
import { bodyChunks, type BodyLimits } from "./body-chunks";
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

/** An uploaded file while it arrives; the client sends on as its chunks are read. */
export type ArrivingFile = { name: string; chunks: AsyncIterable<Uint8Array> };

/** The texts of a form's fields besides the file, by name. */
export type FormTexts = ReadonlyMap<string, string>;

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
 * Reads the one file of a `multipart/form-data` body into memory.
 * @param maxBytes size limit of the file
 * @throws AppError like `streamMultipartFile`
 */
export async function readMultipartFile(request: CallRequest, maxBytes: number): Promise<SentFile> {
  const { result } = await streamMultipartFile(request, { maxBytes }, async ({ name, chunks }) => {
    const all: Uint8Array[] = [];
    for await (const chunk of chunks) all.push(chunk);
    return { name, bytes: joined(all) };
  });
  return result;
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
 * Reads a `multipart/form-data` body with one file as a stream, so that a form that exceeds a limit is
 * refused at once.
 * @param limits size limit of the file, and the times of the body
 * @param receive reads the file while it arrives; if it throws, the rest of the body is not read
 * @returns the result of `receive`, and the fields before and after the file
 * @throws AppError payload_too_large; request_timeout; invalid_json when the client breaks off;
 * validation_failed with `file` `required`, `type` or `max`, or with the `max` of a field
 */
export async function streamMultipartFile<Result>(
  request: CallRequest,
  limits: BodyLimits,
  receive: (file: ArrivingFile) => Promise<Result>,
): Promise<{ result: Result; fields: FormTexts }> {
  const { maxBytes } = limits;
  const parser = parserOf(request, maxBytes);
  const chunks = bodyChunks(request, { ...limits, maxBytes: maxBytes + MAX_OVERHEAD_BYTES });
  // By default, 16 chunks would wait in memory.
  const body = Readable.from(chunks, { highWaterMark: 1 });
  const fields = new Map<string, string>();
  const errors: FieldErrors = {};
  let arriving: { stream: BusboyFileStream; received: Promise<Result> } | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => {
        reject(error);
        arriving?.stream.destroy(error);
      };
      const malformed = () => fail(invalid({ [FILE_FIELD]: ["required"] }));
      const exceedsLimits = () => fail(invalid({ [FILE_FIELD]: ["max"] }));
      parser.on("file", (field: string, stream: BusboyFileStream, name: string) => {
        stream.on("error", malformed);
        if (field !== FILE_FIELD) return void stream.resume();
        stream.on("limit", () => fail(new AppError("payload_too_large")));
        const received = receive({ name, chunks: stream as AsyncIterable<Uint8Array> });
        arriving = { stream, received };
        received.catch(fail);
      });
      parser.on("field", (field: string, value: string, _isNameCut: boolean, isCut: boolean) => {
        if (field === FILE_FIELD) fail(invalid({ [FILE_FIELD]: ["type"] }));
        else if (isCut) errors[field] = ["max"];
        fields.set(field, value);
      });
      for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const) parser.on(limit, exceedsLimits);
      parser.on("finish", resolve);
      parser.on("error", malformed);
      body.on("error", fail);
      body.pipe(parser);
    });
    if (!arriving) throw invalid({ [FILE_FIELD]: ["required"] });
    const result = await arriving.received;
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return { result, fields };
  } finally {
    body.unpipe(parser);
    body.destroy();
    parser.destroy();
    // The receiver has cleaned up before the caller continues.
    await arriving?.received.catch(() => undefined);
  }
}
