import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { WithoutAddress } from "@/lib/features/rounds/round-answers";

/** Number of records that are named; the others are only counted. */
const NAMED = 50;

type WithoutAddressNoteProps = {
  records: readonly WithoutAddress[];
  /** Path of the record pages of the round's kind. */
  recordPath: string;
  /** True if the record's own address is used; else, persons to ask are linked with the record. */
  isSelf: boolean;
};

/** The records without a recipient, with the reason and a link to fix the record. */
export function WithoutAddressNote({ records, recordPath, isSelf }: WithoutAddressNoteProps) {
  const t = useTranslations("rounds");
  if (records.length === 0) {
    return (
      <p className="flex items-center gap-1.5 font-medium text-success">
        <Icon name="icon-circle-check" className="size-4.5" />
        {t("without_address.none_missing")}
      </p>
    );
  }
  return (
    <Card className="border-warning/35 p-4">
      <section aria-labelledby="without-address">
        <h2 id="without-address" className="flex items-center gap-2 font-semibold">
          <Icon name="icon-triangle-alert" className="size-4.5 text-warning" />
          {t("without_address.title", { count: records.length })}
        </h2>
        <p className="mt-1 max-w-prose text-ink-muted">
          {t(isSelf ? "without_address.self" : "without_address.linked")}
        </p>
        <ul
          className="mt-2 grid max-h-64 gap-x-6 overflow-y-auto sm:grid-cols-2"
          tabIndex={0}
          aria-labelledby="without-address"
        >
          {records.slice(0, NAMED).map(({ id, label, reason }) => (
            <li key={id} className="min-h-8 py-0.5 [overflow-wrap:anywhere]">
              <a href={`${recordPath}/${id}`} className="font-medium text-accent underline underline-offset-3">
                {label}
              </a>{" "}
              <span className="text-sm text-ink-muted">{t(`without_address.${reason}`, { self: String(isSelf) })}</span>
            </li>
          ))}
        </ul>
        {records.length > NAMED && (
          <p className="text-sm text-ink-muted">{t("without_address.more", { count: records.length - NAMED })}</p>
        )}
      </section>
    </Card>
  );
}
