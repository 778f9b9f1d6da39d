import { useTranslations } from "next-intl";
import type { Change } from "@/lib/records/history/history-query";
import { displayMoment } from "@/lib/records/fields/moments";

type Moment = Pick<Change, "at" | "user"> | null;

type RecordMomentsProps = { created: Moment; changed: Moment };

/**
 * Shows when and by whom a record was created and last changed; renders nothing if the history
 * contains neither change.
 */
export function RecordMoments({ created, changed }: RecordMomentsProps) {
  const t = useTranslations("history");
  // Until the first update, the last change is the creation itself.
  const later = changed && changed.at !== created?.at ? changed : null;

  const told = (what: "created" | "changed", { at, user }: NonNullable<Moment>) => {
    const time = () => <time dateTime={at}>{displayMoment(new Date(at))}</time>;
    return user?.name ? t.rich(`${what}_by`, { time, name: user.name }) : t.rich(`${what}_at`, { time });
  };

  if (!created && !later) return null;
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-muted">
      {created && <span>{told("created", created)}</span>}
      {later && <span>{told("changed", later)}</span>}
    </p>
  );
}
