import { readFileSync } from "node:fs";
import path from "node:path";
import type { FileValues } from "@/lib/features/files/file-values";
import { AMENDMENT, DRAFT, SIGNED_CONTRACT } from "../../reference-data";
import { agreementDocx } from "./agreement-docx";
import { agreementPdf } from "./agreement-pdf";

/**
 * An agreement of an invented project; `text` is a file in this folder, in which a form feed divides
 * the pages. The type of `name` is that of the file which is made of the text.
 */
export type DemoAgreement = {
  text: string;
  projekt_titel: string;
  name: string;
  values: Pick<FileValues, "dateiart" | "bezeichnung"> & Partial<FileValues>;
};

/** Some agree with their project, some propose other values, and the draft proposes nothing. */
export const DEMO_AGREEMENTS: readonly DemoAgreement[] = [
  {
    text: "lesepaten",
    projekt_titel: "Lesepatinnen und Lesepaten in der Grundschule (Beispiel)",
    name: "Kooperationsvereinbarung Lesepaten.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Kooperationsvereinbarung mit der Stadt",
      unterzeichnet_am: "2023-09-12",
      gueltig_ab: "2023-10-01",
    },
  },
  {
    text: "bibliotheksnetz",
    projekt_titel: "Bibliotheksnetz Erziehungswissenschaft (Beispiel)",
    name: "Rahmenvereinbarung Bibliotheksnetz.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Rahmenvereinbarung mit der Landesbibliothek",
      unterzeichnet_am: "2014-12-11",
      gueltig_ab: "2015-01-01",
    },
  },
  {
    text: "singklassen",
    projekt_titel: "Musik verbindet: Singklassen in der Grundschule (Beispiel)",
    name: "Vereinbarung Musikschule.docx",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Vereinbarung mit der Musikschule",
      unterzeichnet_am: "2020-07-13",
      gueltig_ab: "2020-09-01",
    },
  },
  {
    text: "schulgarten",
    projekt_titel: "Bildung für nachhaltige Entwicklung im Schulgarten (Beispiel)",
    name: "Fördervertrag Schulgarten.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Fördervertrag mit dem Umweltfonds",
      unterzeichnet_am: "2023-02-20",
      gueltig_ab: "2023-03-01",
      gueltig_bis: "2026-12-31",
    },
  },
  {
    text: "schulgarten-nachtrag",
    projekt_titel: "Bildung für nachhaltige Entwicklung im Schulgarten (Beispiel)",
    name: "Nachtrag 1 Schulgarten.pdf",
    values: {
      dateiart: AMENDMENT,
      bezeichnung: "Nachtrag 1: Verlängerung",
      unterzeichnet_am: "2026-10-05",
      gueltig_bis: "2028-12-31",
    },
  },
  {
    text: "kinderbuecher",
    projekt_titel: "Mehrsprachige Kinderbücher im Unterricht (Beispiel)",
    name: "Vertrag Musterstiftung Kinderbücher.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Kooperations- und Fördervertrag",
      unterzeichnet_am: "2024-03-21",
      gueltig_ab: "2024-04-01",
      gueltig_bis: "2027-03-31",
    },
  },
  {
    text: "schulbuecher",
    projekt_titel: "Historische Schulbücher: gemeinsame Digitalisierung (Beispiel)",
    name: "Cooperation Agreement Textbooks.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Research cooperation agreement",
      unterzeichnet_am: "2025-04-15",
      gueltig_ab: "2025-05-01",
      gueltig_bis: "2027-04-30",
    },
  },
  {
    text: "teaching-lab",
    projekt_titel: "English Teaching Lab (Beispiel)",
    name: "Funding Agreement English Teaching Lab.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Funding agreement",
      unterzeichnet_am: "2025-01-20",
      gueltig_ab: "2025-03-01",
      gueltig_bis: "2028-02-29",
    },
  },
  {
    text: "tandem",
    projekt_titel: "Französisch grenzenlos: Tandem am Oberrhein (Beispiel)",
    name: "Cooperation Agreement Tandem.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Cooperation agreement",
      unterzeichnet_am: "2026-09-25",
      gueltig_ab: "2024-10-01",
    },
  },
  {
    text: "ki-lehrerbildung-entwurf",
    projekt_titel: "Künstliche Intelligenz in der Lehrerbildung (Beispiel)",
    name: "Entwurf Zuwendungsvertrag 2029.docx",
    values: {
      dateiart: DRAFT,
      bezeichnung: "Entwurf für die zweite Förderphase",
      sichtbar: "bearbeiter",
    },
  },
  {
    text: "austausch",
    projekt_titel: "Austauschprogramm für Lehramtsstudierende (Beispiel)",
    name: "Student Exchange Agreement.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Student exchange agreement",
      unterzeichnet_am: "2026-11-10",
      gueltig_ab: "2027-01-01",
      gueltig_bis: "2031-12-31",
    },
  },
  {
    text: "lehrkraeftegesundheit",
    projekt_titel: "Forschungsverbund Lehrkräftegesundheit (Beispiel)",
    name: "Verbundvertrag Lehrkräftegesundheit.pdf",
    values: {
      dateiart: SIGNED_CONTRACT,
      bezeichnung: "Verbundvertrag",
      unterzeichnet_am: "2026-11-12",
      gueltig_ab: "2027-04-01",
      gueltig_bis: "2030-03-31",
    },
  },
];

/** Reads the text of an agreement by page. */
export const agreementPages = ({ text }: Pick<DemoAgreement, "text">): string[] =>
  readFileSync(path.join(import.meta.dirname, `${text}.txt`), "utf8").split("\f\n");

/** Makes the file of an agreement. */
export function agreementFile(agreement: DemoAgreement): Promise<Uint8Array<ArrayBuffer>> {
  const pages = agreementPages(agreement);
  return agreement.name.endsWith(".docx") ? agreementDocx(pages.join("\n")) : agreementPdf(pages);
}
