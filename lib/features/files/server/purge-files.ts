import { jobContext, inTransaction } from "@/lib/store/database/transaction";
import { dropSomeUnusedContents, lockContents } from "@/lib/store/files/file-contents";

/** Drops the contents that no version needs, a few in each transaction. */
export async function dropUnusedContents(): Promise<void> {
  const drop = () =>
    inTransaction(jobContext(), async ({ connection }) => {
      await lockContents(connection);
      return dropSomeUnusedContents(connection);
    });
  while ((await drop()) > 0);
}
