import { env } from "@/lib/base/config/env";
import type { Job } from "@/lib/features/jobs/server/job";
import { orderJob } from "@/lib/features/jobs/server/order-job";
import { db, type Connection } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { CHUNK_BYTES, lockContents, readBytesAt } from "@/lib/store/files/file-contents";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { orderReading, READING_JOB } from "../order-reading";
import { proposeReadings } from "./propose-readings";
import { readInProcess } from "./read-in-process";
import {
  beginAttempt,
  markAllUnread,
  markWithoutText,
  nextUnread,
  storeReading,
  type UnreadContent,
} from "./texts-sql";

/** How long a run begins to read further files, in milliseconds; then other jobs get their turn. */
const RUN_MS = 30_000;
/** The pause before the next run, in milliseconds. */
const PAUSE_MS = 1_000;
/** The account that the slot of a parsing process is counted against; accounts begin at 1. */
const NO_ACCOUNT = 0;

async function* bytesOf(connection: Connection, { content_id, bytes }: UnreadContent): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes; offset += CHUNK_BYTES) {
    yield await readBytesAt(connection, content_id, offset, CHUNK_BYTES);
  }
}

/** Reads a content in a process of its own. @returns whether the process survived it */
async function readContent(context: Context, content: UnreadContent): Promise<boolean> {
  const { connection } = context;
  const document = await withConcurrencyLimit("parsing", NO_ACCOUNT, async () => {
    await beginAttempt(connection, content.content_id);
    return readInProcess(bytesOf(connection, content), content.mime, env().FILE_READ_SECONDS);
  });
  if (!document) return false;
  await inTransaction(context, async (unit) => {
    await lockContents(unit.connection);
    await storeReading(unit.connection, content.content_id, document);
  });
  return true;
}

/**
 * Reads the texts of files, and proposes what contracts say (contract §18). A file that no process survives is
 * tried again in later runs.
 */
export const readFiles: Job = {
  name: READING_JOB,
  cron: "35 * * * *",
  atStart: true,
  retry: { limit: 3, delay: 60 },
  timeoutSeconds: 300,
  async work({ context }) {
    const { connection } = context;
    const end = performance.now() + RUN_MS;
    const tried: number[] = [];
    let isUnfinished = false;
    await markWithoutText(connection);
    await proposeReadings(context);
    for (let content = await nextUnread(connection, tried); content; content = await nextUnread(connection, tried)) {
      isUnfinished ||= performance.now() > end;
      if (performance.now() > end) break;
      tried.push(content.content_id);
      if (await readContent(context, content)) await proposeReadings(context);
      else isUnfinished = true;
    }
    if (isUnfinished) await orderJob(connection, READING_JOB, new Date(Date.now() + PAUSE_MS));
    await markWithoutText(connection);
    return tried.length > 0 ? "done" : "nothing";
  },
};

/** Has the texts of all files read anew, and proposes what is read from them. @returns their number */
export async function readAllFiles(): Promise<number> {
  const count = await markAllUnread(db());
  await orderReading(db());
  return count;
}
