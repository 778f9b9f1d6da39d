import { FILE_TYPES, TEXT_TYPE } from "@/lib/features/files/file-types";
import { agreementDocx } from "@/prisma/demo/agreements/agreement-docx";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { agreementOdt } from "./agreement-odt";
import type { Agreement } from "./agreements";

/** How an agreement reaches the university; a scan has the text that was recognised in it, if any. */
export type AgreementType = "pdf" | "docx" | "odt" | "txt" | "scan";

type AgreementFile = { bytes: Uint8Array; mime: string };

/** Makes the file of an agreement. PDFs have only the letters of Western European languages. */
export async function fileOf({ type, pages }: Pick<Agreement, "type" | "pages">): Promise<AgreementFile> {
  const text = pages.join("\n");
  switch (type) {
    case "docx":
      return { bytes: await agreementDocx(text), mime: FILE_TYPES[".docx"] };
    case "odt":
      return { bytes: await agreementOdt(text), mime: FILE_TYPES[".odt"] };
    case "txt":
      return { bytes: Buffer.from(text), mime: TEXT_TYPE };
    case "pdf":
    case "scan":
      return { bytes: await agreementPdf(pages), mime: FILE_TYPES[".pdf"] };
  }
}
