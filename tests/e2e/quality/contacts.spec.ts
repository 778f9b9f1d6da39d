import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { institutionValues, personValues } from "@/prisma/builders";
import { ROLE } from "@/prisma/reference-data";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Contact persons whom institutions name in free text: the offers on the quality page and the institution's page. */

type Linked = { data: { personen: { nachname: string; rollen: { rolle_id: number }[] }[] } };
const linkedTo = async (api: APIRequestContext, id: number) => {
  const { data } = (await (await api.get(`/api/institutions/${id}`)).json()) as Linked;
  return data.personen.map(({ nachname, rollen }) => ({ nachname, rollen: rollen.map(({ rolle_id }) => rolle_id) }));
};

/** Returns random letters without digits, which names do not contain. */
const randomLetters = () => randomUUID().replace(/[^a-f]/g, "");

/** Creates an institution whose free text names a linked person. */
async function createWithContact(api: APIRequestContext) {
  const nachname = `Zqkontakt${randomLetters()}`;
  const name = unique("Haus mit Freitext");
  const id = await create(api, "institutions", institutionValues({ name, kontaktperson: `Dr. Ada ${nachname}` }));
  const person = await create(api, "persons", personValues({ vorname: "Ada", nachname }));
  await api.post(`/api/institutions/persons/${person}/${id}`);
  return { id, name, nachname };
}

test("the quality page gives linked contact persons their role, and undoes that", async ({ page, login, api }) => {
  await login();
  const { id, name, nachname } = await createWithContact(api);
  await page.goto("/pages/quality");
  const card = page.getByRole("region", { name: "Kontaktpersonen im Freitext" });
  await card.getByRole("button", { name: "Vorschau …" }).click();
  const dialog = page.getByRole("dialog", { name: "Kontaktpersonen im Freitext" });
  const item = dialog.getByRole("listitem").filter({ hasText: nachname });
  await expect(item).toHaveText(`Ada ${nachname} · Ansprechperson${name}`);
  expect(await linkedTo(api, id), "the preview writes nothing").toEqual([{ nachname, rollen: [] }]);

  await dialog.getByRole("button", { name: /^(Rolle|\d+ Rollen) vergeben$/ }).click();
  await expect.poll(() => linkedTo(api, id)).toEqual([{ nachname, rollen: [ROLE.institutionContact] }]);
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: /^Rückgängig/ }).click();
  await expect.poll(() => linkedTo(api, id)).toEqual([{ nachname, rollen: [] }]);
});

test("an institution's page offers the role of a linked contact person", async ({ page, login, api }) => {
  await login();
  const { id, nachname } = await createWithContact(api);
  await page.goto(`/institution/${id}`);
  await page.getByRole("button", { name: "Als Ansprechperson übernehmen" }).click();
  await expect(page.getByText(`Ada ${nachname} hat jetzt die Rolle „Ansprechperson“`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Als Ansprechperson übernehmen" })).toHaveCount(0);
  expect(await linkedTo(api, id)).toEqual([{ nachname, rollen: [ROLE.institutionContact] }]);
  await page.getByRole("button", { name: /^Rückgängig/ }).click();
  await expect(page.getByRole("button", { name: "Als Ansprechperson übernehmen" })).toBeVisible();
  expect(await linkedTo(api, id)).toEqual([{ nachname, rollen: [] }]);
});

test("an institution's page offers a prefilled form for a contact person who is missing", async ({
  page,
  login,
  api,
}) => {
  await login();
  const nachname = `Zqneu${randomLetters()}`;
  const email = `${nachname}@uni-ulm.de`.toLowerCase();
  const values = institutionValues({
    ...{ name: unique("Haus mit Freitext"), kontaktperson: `Müller-${nachname}, Prof. Dr. Ada` },
    ...{ email, telefon: "0731 50100" },
  });
  const id = await create(api, "institutions", values);
  await page.goto(`/institution/${id}`);
  await page.getByRole("button", { name: "Als Person anlegen …" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Vorname")).toHaveValue("Ada");
  await expect(dialog.getByLabel("Nachname")).toHaveValue(`Müller-${nachname}`);
  await expect(dialog.getByLabel("E-Mail")).toHaveValue(email);
  await expect(dialog.getByLabel("Telefon")).toHaveValue("0731 50100");
  expect(await linkedTo(api, id), "nothing is saved before").toEqual([]);
  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await expect(page.getByText(`Ada Müller-${nachname} ist jetzt verknüpft`)).toBeVisible();
  expect(await linkedTo(api, id)).toEqual([{ nachname: `Müller-${nachname}`, rollen: [] }]);
});
