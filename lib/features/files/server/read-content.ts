import type { ByteRange } from "../byte-range";
import type { Context } from "@/lib/store/database/transaction";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { readBytesAt } from "@/lib/store/files/file-contents";

/** The number of bytes that one statement reads, and that wait in memory for a slow client. */
const PART_BYTES = 65_536;

/**
 * Streams a part of a content. Reads when the client is ready for more, and holds no connection in
 * between.
 * @param account id of the account that downloads
 */
export function contentStream(
  { connection }: Pick<Context, "connection">,
  content_id: number,
  { start, end }: ByteRange,
  account: number,
): ReadableStream<Uint8Array> {
  let offset = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (offset >= end) return controller.close();
        const maxBytes = Math.min(PART_BYTES, end - offset);
        const read = () => readBytesAt(connection, content_id, offset, maxBytes);
        const part = await withConcurrencyLimit("downloading", account, read);
        offset += part.length;
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
}
