import { useTranslations } from "next-intl";
import type { Change } from "@/lib/features/history/history-answers";
import { displayMoment } from "@/lib/model/fields/moments";
import type { Confirmation } from "@/lib/model/fields/confirmation";

type Moment = Pick<Change, "at" | "user"> | null;

type RecordMomentsProps = { created: Moment; changed: Moment; confirmed: Confirmation | null };

/**
 * Shows when and by whom a record was created, last changed and last confirmed; renders nothing if
 * none of this is known.
 */
export function RecordMoments({ created, changed, confirmed }: RecordMomentsProps) {
  const t = useTranslations("history");
  // Until the first update, the last change is the creation itself.
  const lastUpdate = changed && changed.at !== created?.at ? changed : null;

  const describe = (event: "created" | "changed" | "confirmed", at: string, name?: string | null) => {
    const time = () => <time dateTime={at}>{displayMoment(new Date(at))}</time>;
    return name ? t.rich(`${event}_by`, { time, name }) : t.rich(`${event}_at`, { time });
  };

  if (!created && !lastUpdate && !confirmed) return null;
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-muted">
      {created && <span>{describe("created", created.at, created.user?.name)}</span>}
      {lastUpdate && <span>{describe("changed", lastUpdate.at, lastUpdate.user?.name)}</span>}
      {confirmed && <span>{describe("confirmed", confirmed.at, confirmed.by)}</span>}
    </p>
  );
}
