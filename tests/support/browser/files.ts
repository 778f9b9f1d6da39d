import { expect, type Page } from "@playwright/test";
import { pdf } from "../records/files";

type NamedFile = { name: string; bytes: Uint8Array };

/** Returns a PDF of this name that no other test uploads. */
export const pdfNamed = (name: string): NamedFile => ({ name, bytes: pdf() });

/** Drops files on the page, as from the desktop. */
export async function dropFiles(page: Page, files: readonly NamedFile[]): Promise<void> {
  const plain = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, bytes } of dropped) data.items.add(new File([new Uint8Array(bytes)], name));
    return data;
  }, plain);
  // A page accepts files, and then covers itself, as soon as it has loaded the code for it.
  await expect(async () => {
    await page.dispatchEvent("main", "dragover", { dataTransfer });
    await expect(page.getByText("Dateien hier ablegen")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.dispatchEvent("main", "drop", { dataTransfer });
}
