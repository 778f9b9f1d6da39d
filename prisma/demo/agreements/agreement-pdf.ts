import pdfmake from "pdfmake";

/** Has its own settings beside those of the app's PDFs. */
const maker = Object.create(pdfmake) as typeof pdfmake;
/** A font that every reader has. It is not embedded, and has only the letters of Western European languages. */
maker.setFonts({ Helvetica: { normal: "Helvetica" } });
maker.setUrlAccessPolicy(() => false);
maker.setLocalAccessPolicy((file) => file === "Helvetica");

/** Returns a small PDF with a text on each of its pages. */
export async function agreementPdf(pages: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const definition = {
    content: pages.map((text, index) => ({
      text,
      preserveLeadingSpaces: true,
      ...(index > 0 && { pageBreak: "before" as const }),
    })),
    defaultStyle: { font: "Helvetica", fontSize: 9.5, lineHeight: 1.15 },
    pageMargins: 56,
  };
  return new Uint8Array(await maker.createPdf(definition).getBuffer());
}
