import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FileRow } from "@/lib/features/files/file-answers";
import { displayDate } from "@/lib/model/fields/day";
import { displayMoment } from "@/lib/model/fields/moments";
import { recordHref } from "@/lib/model/record-href";
import { FileProposalsLink } from "../file-proposals-link";
import { useFileSize } from "../use-file-size";
import { useFileTexts } from "../use-file-texts";

type FileDetailsProps = {
  file: FileRow;
  /** The kind of file, in the user's language. */
  dateiart: string;
  /** The number of open proposals that were read from it. */
  proposalCount?: number;
};

/** Details of a file; those without a value are left out. */
export function FileDetails({ file, dateiart, proposalCount = 0 }: FileDetailsProps) {
  const t = useTranslations("files.preview");
  const field = useTranslations("history.fields.files");
  const visibility = useTranslations("history.values.sichtbar");
  const sizeText = useFileSize();
  const readingName = useTranslations("files.reading")("name");
  const { reading } = useFileTexts();
  const { fassung } = file;
  return (
    <dl className="flex flex-col gap-3">
      <Detail name={field("dateiart")}>{dateiart}</Detail>
      {file.bezeichnung && <Detail name={field("name")}>{file.name}</Detail>}
      <Detail name={field("unterzeichnet_am")}>{displayDate(file.unterzeichnet_am)}</Detail>
      <Detail name={field("gueltig_ab")}>{displayDate(file.gueltig_ab)}</Detail>
      <Detail name={field("gueltig_bis")}>{displayDate(file.gueltig_bis)}</Detail>
      <Detail name={field("sichtbar")}>{visibility(file.sichtbar)}</Detail>
      <Detail name={t("size")}>{sizeText(file.bytes)}</Detail>
      <Detail name={readingName}>
        {reading(file)}
        {proposalCount > 0 && (
          <span className="block">
            <FileProposalsLink file={file} count={proposalCount} />
          </span>
        )}
      </Detail>
      <Detail name={field("fassung")}>{fassung}</Detail>
      <Detail name={t("uploaded_at", { fassung })}>{displayMoment(new Date(file.created_at))}</Detail>
      <Detail name={t("uploaded_by", { fassung })}>{file.created_by?.name}</Detail>
      <Detail name={field("id")}>
        <a href={recordHref(file)} className="text-accent underline underline-offset-3">
          {file.label}
        </a>
      </Detail>
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === "") return null;
  return (
    <div className="min-w-0">
      <dt className="text-sm leading-5 text-ink-muted first-letter:uppercase">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
