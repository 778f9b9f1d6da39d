import { useTranslations } from "next-intl";
import type { FileRow } from "@/lib/features/files/file-answers";
import { formHref } from "@/lib/features/rounds/proposal-queue";
import { recordHref } from "@/lib/model/record-href";

/** Link to the form of a file's record, which shows the open proposals that were read from the file. */
export function FileProposalsLink({ file, count }: { file: FileRow; count: number }) {
  const t = useTranslations("files");
  return (
    <a href={formHref(recordHref(file))} className="text-accent underline underline-offset-3">
      {t("proposals", { count })}
    </a>
  );
}
