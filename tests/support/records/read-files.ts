import { readFiles } from "@/lib/features/files/server/text/read-files";
import { jobContext } from "@/lib/store/database/transaction";

/** Runs the job that reads the texts of files once. */
export const readAll = () =>
  readFiles.work({ context: jobContext(), now: new Date(), data: {}, order: () => Promise.resolve() });
