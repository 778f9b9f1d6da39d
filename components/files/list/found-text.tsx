import { useTranslations } from "next-intl";
import { MarkedPieces } from "@/components/records/shared/row-notes";
import type { FoundPassage } from "@/lib/features/files/file-answers";
import { markedPieces } from "@/lib/model/pure/marked-pieces";

type FoundTextProps = {
  passage: FoundPassage;
  filter: string;
  onPreview: (passage: FoundPassage) => void;
};

/** The words of the filter in the text of a file. */
export function FoundText({ passage, filter, onPreview }: FoundTextProps) {
  const t = useTranslations("files.all");
  const { seite, text } = passage;
  return (
    <>
      {seite !== null && (
        <button type="button" onClick={() => onPreview(passage)} className="text-accent underline underline-offset-2">
          {t("found_on", { page: seite })}
        </button>
      )}{" "}
      <MarkedPieces pieces={markedPieces(text, filter)} />
    </>
  );
}
