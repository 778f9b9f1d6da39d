import { useTranslations } from "next-intl";
import type { Change } from "@/lib/features/history/history-answers";
import { displayMoment } from "@/lib/model/fields/moments";

/** Returns a function that formats a change's author and time as message arguments. */
export function useChangeByline(): (change: Pick<Change, "user" | "at">) => { name: string; time: string } {
  const tr = useTranslations("records");
  return ({ user, at }) => ({ name: user?.name || tr("somebody"), time: displayMoment(new Date(at)) });
}
