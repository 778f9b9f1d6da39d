import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";
import { ListFooter } from "@/components/records/list/list-footer";
import { BusyTable } from "@/components/tables/busy-table";
import { TableFrame } from "@/components/tables/table-frame";
import { TableRow } from "@/components/tables/table-row";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { displayDate } from "@/lib/model/fields/day";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import type { ListedRound } from "@/lib/features/rounds/round-answers";
import { inLanguage, roundHref, ROUNDS_PATH } from "@/lib/features/rounds/round";
import { answeredRecords } from "@/lib/features/rounds/round-progress";
import { AnsweredBar } from "./answered-bar";
import { RoundStatusBadge } from "./round-status-badge";

type RoundListProps = { rows: readonly ListedRound[]; total: number; query: { pageNo: number; pageSize: number } };

/** All rounds, the newest first. */
export function RoundList({ rows, total, query }: RoundListProps) {
  const t = useTranslations("rounds");
  const locale = useLocale();
  const tr = useTranslations("records");
  const columns = [
    { id: "titel", label: t("titel"), share: 5 },
    { id: "kind", label: t("kind"), share: 3 },
    { id: "status", label: t("status"), share: 2 },
    { id: "faellig_am", label: t("faellig_am"), share: 2 },
    { id: "progress", label: t("progress"), share: 3 },
  ];
  const contentOf = (round: ListedRound, column: string) => {
    const kind = definitionOfPath(round.kind);
    if (column === "kind") return kind ? tr(`${kind.name}.many`) : round.kind;
    if (column === "status") return <RoundStatusBadge status={round.status} />;
    if (column === "faellig_am") return displayDate(round.faellig_am);
    if (column === "titel") return inLanguage(round, "titel", locale);
    const { counts } = round;
    return counts ? <AnsweredBar answered={answeredRecords(counts)} records={counts.records} /> : "–";
  };
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line p-3 md:px-4">
        <p className={clsx("max-w-prose text-ink-muted", rows.length > 0 && "max-sm:hidden")}>{t("intro")}</p>
        <ButtonLink
          variant="primary"
          href={`${ROUNDS_PATH}/new`}
          icon={<Icon name="icon-plus" className="size-4" />}
          className="max-md:w-full"
        >
          {t("new")}
        </ButtonLink>
      </div>
      <BusyTable>
        <TableFrame caption={t("title")} headings={columns} emptyText={t("none")} emptyHint={t("none_hint")}>
          {rows.map((round) => (
            <TableRow
              key={round.runde_id}
              nameId={`round-${round.runde_id}`}
              href={roundHref(round.runde_id)}
              cells={columns.map(({ id, label }) => ({ label, content: contentOf(round, id) }))}
            />
          ))}
        </TableFrame>
      </BusyTable>
      <ListFooter query={query} shown={rows.length} total={total} firstHref={ROUNDS_PATH} />
    </Card>
  );
}
