"use client";

import { useTranslations } from "next-intl";
import { AccountSection } from "@/components/accounts/account-section";
import { RECORD_HEADING } from "@/components/records/page/record-head";
import { RecordValues } from "@/components/records/page/record-values";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button-looks";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { PersonalData } from "@/lib/features/personal-data/personal-data-answers";
import type { EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { EraseForm } from "./erase-form";
import { NamedRecords } from "./named-records";
import { PersonFiles } from "./person-files";

type ShownProperty =
  "id" | "label" | "deleted" | "record" | "links" | "changes_total" | "mentions" | "mentions_complete" | "files";
type StoredDataProps = Pick<PersonalData, ShownProperty> & {
  kind: KindName;
  /** The numbers of rounds with the person, and of answers and proposals that name the person. */
  roundCounts: Record<"rounds" | "answers" | "proposals", number>;
  options: EntryOptions;
};

/** Shows all data stored about a person, and lets the user download or erase it (contract §9). */
export function StoredData(props: StoredDataProps) {
  const {
    kind,
    id,
    label,
    deleted,
    record,
    links,
    changes_total,
    mentions,
    mentions_complete,
    files,
    roundCounts,
    options,
  } = props;
  const t = useTranslations("personal_data");
  const definition = definitionOf(kind);
  const { apiPath, pages } = definition;
  const path = `/api/${apiPath}/${id}`;
  const filesOfOthers = files.filter((file) => file.kind !== apiPath || file.id !== id);
  const emptyText = (text: string) => <p className="text-ink-muted">{text}</p>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className={RECORD_HEADING}>{t("title", { name: label })}</h1>
          {deleted && <Badge tone="warning">{t("deleted")}</Badge>}
          <p className="mt-1 max-w-prose text-ink-muted">{t("intro")}</p>
        </div>
        <a href={`${path}/personal-data`} download={`${t("file")}-${id}.json`} className={buttonClasses({})}>
          <Icon name="icon-download" className="size-4" />
          {t("download")}
        </a>
      </div>
      <Card className="mb-4">
        <RecordValues definition={definition} record={record} options={options} />
      </Card>
      <Card className="divide-y divide-line">
        <AccountSection id="links" title={t("links")}>
          {links.length > 0 ? <NamedRecords records={links} /> : emptyText(t("no_links"))}
        </AccountSection>
        <AccountSection id="changes" title={t("changes")}>
          <p>
            {t("change_count", { count: changes_total })}{" "}
            {!deleted && (
              <a
                href={`${pages.detail}/${id}?tab=history`}
                className="font-medium text-accent underline underline-offset-3"
              >
                {t("to_changes")}
              </a>
            )}
          </p>
        </AccountSection>
        <AccountSection id="mentions" title={t("mentions")} intro={t("mentions_intro")}>
          {mentions.length > 0 ? <NamedRecords records={mentions} /> : emptyText(t("no_mentions"))}
          {!mentions_complete && <p className="mt-3">{t("more_mentions")}</p>}
        </AccountSection>
        <AccountSection id="files" title={t("files")} intro={t("files_intro")}>
          {files.length > 0 ? <PersonFiles files={files} /> : emptyText(t("no_files"))}
        </AccountSection>
        <AccountSection id="asked" title={t("asked")}>
          {roundCounts.rounds + roundCounts.answers + roundCounts.proposals > 0 ? (
            <p>{t("asked_count", roundCounts)}</p>
          ) : (
            emptyText(t("not_asked"))
          )}
        </AccountSection>
        <AccountSection id="erase" title={t("erase")}>
          <div className="mb-4 flex max-w-prose flex-col gap-2">
            <p>{t("erase_text")}</p>
            {mentions.length > 0 && <p>{t("erase_mentions")}</p>}
            <p className="font-semibold">{t("erase_final")}</p>
          </div>
          <EraseForm path={path} name={label} list={pages.list} files={filesOfOthers} />
        </AccountSection>
      </Card>
    </>
  );
}
