import { useTranslations } from "next-intl";
import { TitledSection } from "@/components/records/page/titled-section";
import { fileHref, recordFilesHref } from "@/lib/features/files/file-address";
import type { FileRow } from "@/lib/features/files/file-answers";
import { displayDate } from "@/lib/model/fields/day";
import { nameIn, type Option } from "@/lib/model/reference-lists/reference-lists";

/** Maximum number of files that the overview names. */
const MAX_FILES = 10;

type OverviewFilesProps = {
  record: { kind: string; id: number };
  /** The record's files that the user sees, newest first. */
  files: readonly FileRow[];
  /** The entries of the list of kinds of files, also inactive and deleted ones. */
  dateiarten: readonly Option[];
};

/**
 * The record's files below its overview. They are not part of it: prints, PDFs, copied tables and
 * recipients of confirmation rounds must not name them.
 */
export function OverviewFiles({ record, files, dateiarten }: OverviewFilesProps) {
  const t = useTranslations("files");
  const tr = useTranslations("records");
  if (files.length === 0) return null;
  const more = files.length - MAX_FILES;
  return (
    <div className="@container border-t border-line print:hidden">
      <TitledSection heading={`${t("title")} (${files.length})`}>
        <ul className="grid gap-y-1">
          {files.slice(0, MAX_FILES).map((file) => {
            const { datei_id, dateiart, bezeichnung, name, gueltig_bis } = file;
            const facts = [
              nameIn({ dateiarten })("dateiarten", dateiart),
              gueltig_bis && t("valid_until", { day: displayDate(gueltig_bis) }),
            ];
            return (
              <li key={datei_id} className="min-w-0 [overflow-wrap:anywhere] @max-3xl:py-0.5">
                <a href={fileHref(file)} className="underline decoration-line-strong underline-offset-4">
                  {bezeichnung || name}
                </a>
                <span className="text-ink-muted">{` · ${facts.filter(Boolean).join(" · ")}`}</span>
              </li>
            );
          })}
        </ul>
        {more > 0 && (
          <p className="mt-1.5">
            <a href={recordFilesHref(record)}>{tr("and_more", { count: more })}</a>
          </p>
        )}
      </TitledSection>
    </div>
  );
}
