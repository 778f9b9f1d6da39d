import { orderJob } from "@/lib/features/jobs/server/order-job";
import type { Connection } from "@/lib/store/database/client";

/** The job that reads files (`text/read-files.ts`). */
export const READING_JOB = "file_texts";

/** Has new and changed files read soon. Inside a transaction, once it is committed. */
export const orderReading = (connection: Connection): Promise<void> => orderJob(connection, READING_JOB, new Date());
