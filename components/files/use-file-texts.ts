import { useTranslations } from "next-intl";
import type { FileRow } from "@/lib/features/files/file-answers";
import { FILE_TYPES } from "@/lib/features/files/file-types";
import { displayDate, displayPeriod } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";

/** Returns functions that put what is known about a file into words. */
export function useFileTexts() {
  const t = useTranslations("files");
  const tr = useTranslations("records");
  return {
    /** The period in which it is valid, such as `until 31.03.2026`; empty if no day is known. */
    validity: ({ gueltig_ab, gueltig_bis }: FileRow): string =>
      displayPeriod(gueltig_ab, gueltig_bis, { words: tr, today: dayOf(new Date()) }),
    /** Whether its text can be searched. */
    reading({ gelesen, seiten, mime }: FileRow): string {
      if (gelesen === "ja" && seiten) return t("reading.ja_pages", { pages: seiten });
      // A workbook has texts, but they are not read.
      return t(gelesen === "kein_text" && mime === FILE_TYPES[".xlsx"] ? "reading.not_read" : `reading.${gelesen}`);
    },
    /** The day of its upload, and the account's name unless it was deleted. */
    uploaded: ({ created_at, created_by }: FileRow): string => {
      const day = displayDate(dayOf(new Date(created_at)));
      return created_by ? t("uploaded", { day, name: created_by.name }) : day;
    },
  };
}
