import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { FileRow } from "@/lib/features/files/file-answers";
import { FileProposalsLink } from "./file-proposals-link";
import { useFileSize } from "./use-file-size";
import { useFileTexts } from "./use-file-texts";

type FileFactsProps = {
  file: FileRow;
  /** The name of the kind of file. */
  dateiart: string;
  /** The number of open proposals that were read from it. */
  proposalCount: number;
};

/** What is known about a file, in one line. */
export function FileFacts({ file, dateiart, proposalCount }: FileFactsProps) {
  const t = useTranslations("files");
  const sizeText = useFileSize();
  const { validity, reading, uploaded } = useFileTexts();
  const { unterzeichnet_am, gueltig_bis, sichtbar, bytes, fassung } = file;
  const period = validity(file);
  const facts = [
    unterzeichnet_am && t("signed", { day: displayDate(unterzeichnet_am) }),
    period && t("valid", { period }),
    sizeText(bytes),
    fassung > 1 && t("version", { fassung }),
    reading(file),
    uploaded(file),
  ].filter(Boolean);
  return (
    <p className="mt-0.5 text-sm leading-6 text-ink-muted">
      <span className="font-medium text-ink">{dateiart}</span>
      {` · ${facts.join(" · ")} `}
      {gueltig_bis !== null && gueltig_bis < dayOf(new Date()) && <Badge tone="warning">{t("expired")}</Badge>}
      {sichtbar !== "alle" && <Badge className="ml-1">{t(`only.${sichtbar}`)}</Badge>}
      {proposalCount > 0 && (
        <>
          {" · "}
          <FileProposalsLink file={file} count={proposalCount} />
        </>
      )}
    </p>
  );
}
