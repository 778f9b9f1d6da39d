import clsx from "clsx";
import { useTranslations } from "next-intl";
import { ListFooter } from "@/components/records/list/list-footer";
import { BusyTable } from "@/components/tables/busy-table";
import { TableFrame } from "@/components/tables/table-frame";
import { RenewLink } from "./renew-link";
import { TableRow } from "@/components/tables/table-row";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { displayMoment } from "@/lib/model/fields/moments";
import { type RecipientState, roundHref } from "@/lib/features/rounds/round";
import {
  choiceCount,
  RECIPIENT_CHOICES,
  type RecipientChoice,
  type ListedRecipient,
} from "@/lib/features/rounds/round-progress";

const TONES: Record<RecipientState, "neutral" | "accent" | "success" | "warning" | "danger"> = {
  planned: "neutral",
  sent: "accent",
  failed: "danger",
  answered: "success",
  declined: "warning",
};

type RecipientTableProps = {
  runde_id: number;
  isRunning: boolean;
  choice: RecipientChoice;
  states: Record<RecipientState, number>;
  rows: readonly ListedRecipient[];
  total: number;
  query: { pageNo: number; pageSize: number };
};

/** The recipients of a round by their states; initially those without an answer. */
export function RecipientTable({ runde_id, isRunning, choice, states, rows, total, query }: RecipientTableProps) {
  const t = useTranslations("rounds");
  const hrefOf = (one: RecipientChoice) => `${roundHref(runde_id)}?state=${one}`;
  const columns = [
    { id: "name", label: t("recipient"), share: 4 },
    { id: "email", label: t("email"), share: 4 },
    { id: "records", label: t("records"), share: 2 },
    { id: "state", label: t("status"), share: 3 },
    { id: "at", label: t("answered_at"), share: 2.4 },
  ];
  const contentOf = (row: ListedRecipient, column: string) => {
    const at = row.answered_at ?? row.declined_at;
    if (column === "name") return row.name || row.email;
    if (column === "email") return row.email;
    if (column === "records") return row.records;
    if (column === "at") return at ? displayMoment(at) : "–";
    return (
      <span className="flex flex-col items-start gap-0.5">
        <Badge tone={TONES[row.state]}>{t(`states.${row.state}`)}</Badge>
        {row.state === "failed" && row.failure && (
          <span className="text-sm [overflow-wrap:anywhere] text-ink-muted">{row.failure}</span>
        )}
        {row.declined_before && <span className="text-sm text-ink-muted">{t("declined_before")}</span>}
        {row.waits_until && (
          <span className="text-sm text-ink-muted">{t("waits_until", { moment: displayMoment(row.waits_until) })}</span>
        )}
        {row.reminders > 0 && (
          <span className="text-sm text-ink-muted">{t("reminders", { count: row.reminders })}</span>
        )}
      </span>
    );
  };
  return (
    <Card>
      <section aria-labelledby="recipients">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-3 py-2 md:px-4">
          <h2 id="recipients" className="text-lg font-semibold">
            {t("recipients")}
          </h2>
          <nav aria-label={t("choose_state")} data-keep-scroll className="flex flex-wrap gap-1 print:hidden">
            {(Object.keys(RECIPIENT_CHOICES) as RecipientChoice[]).map((one) => (
              <a
                key={one}
                href={hrefOf(one)}
                aria-current={one === choice ? "true" : undefined}
                className={clsx(
                  "inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium pointer-coarse:min-h-11",
                  one === choice
                    ? "bg-accent-soft text-accent-strong"
                    : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                {t(`choices.${one}`)}
                <span className="tabular">{choiceCount(one, states)}</span>
              </a>
            ))}
          </nav>
        </div>
        <BusyTable>
          <TableFrame
            caption={t("recipients")}
            headings={columns}
            hasActions={isRunning}
            emptyText={t(`none_chosen.${choice}`)}
          >
            {rows.map((row) => (
              <TableRow
                key={row.email}
                nameId={`recipient-${row.email}`}
                cells={columns.map(({ id, label }) => ({ label, content: contentOf(row, id) }))}
                actions={isRunning && <RenewLink runde_id={runde_id} email={row.email} name={row.name} />}
              />
            ))}
          </TableFrame>
        </BusyTable>
        <ListFooter query={query} shown={rows.length} total={total} firstHref={hrefOf(choice)} />
      </section>
    </Card>
  );
}
