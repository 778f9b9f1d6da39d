import { useTranslations } from "next-intl";
import type { Change } from "@/lib/records/history-query";

/** Dates are DD.MM.YYYY in both languages (contract §6), and times the university's. */
const MOMENT = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Berlin" });

/** Says who made a change and when, as texts take it. */
export function useWhoAndWhen(): (change: Pick<Change, "user" | "at">) => { name: string; time: string } {
  const tr = useTranslations("records");
  return ({ user, at }) => ({ name: user?.name || tr("somebody"), time: MOMENT.format(new Date(at)) });
}
