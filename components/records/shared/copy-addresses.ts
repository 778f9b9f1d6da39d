import { request, type Answered } from "@/lib/base/browser/api-client";
import type { responsibleAddresses } from "@/lib/features/records/responsible-answers";

type Found = Answered<typeof responsibleAddresses>;

/**
 * Copies the e-mail addresses of responsible members, unless there are none or too many. Must be called
 * while a user's action is handled.
 * @param path the call that lists the addresses
 * @returns what was found, and whether it was copied
 * @throws if the addresses cannot be loaded
 */
export async function copyAddresses(path: string): Promise<Found & { isCopied: boolean }> {
  const loaded = request<typeof responsibleAddresses>("GET", path);
  const isCopyable = ({ addresses, total }: Found) => total > 0 && total === addresses.length;
  const text = loaded.then((found) => {
    if (!isCopyable(found)) throw new Error("Nothing is copied");
    return new Blob([found.addresses.join("; ")], { type: "text/plain" });
  });
  const writing = Promise.allSettled([navigator.clipboard.write([new ClipboardItem({ "text/plain": text })])]);
  const found = await loaded;
  const [written] = await writing;
  return { ...found, isCopied: written.status === "fulfilled" };
}
