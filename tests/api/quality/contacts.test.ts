import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import { findContactOffer } from "@/lib/features/quality/server/contacts";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { findRecord } from "@/lib/store/records/find-records";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createPerson } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/* Contact persons whom institutions name in free text (contract §13, "From free text"). */

type Adopted = {
  changes: { kind: string; id: number; label: string; person: { id: number; label: string }; role: string }[];
  more: boolean;
  batch: string | null;
};
type Row = { person_id: number; rollen: { rolle_id: number }[] };

const yesterday = daysLater(dayOf(new Date()), -1);
const institution = definitionOf("institution");

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => {
  await db().$executeRaw`TRUNCATE institutions, persons CASCADE`;
});

type Link = { vorname?: string; nachname?: string; values?: object };

/** Creates an institution with a contact person in free text, and with linked persons. */
async function named(kontaktperson: string, links: readonly Link[], values: object = {}) {
  const id = await createInstitution(db(), { kontaktperson, ...values });
  const persons: number[] = [];
  for (const { vorname = "Anna", nachname = "Müller", values: body = {} } of links) {
    const person = await createPerson(db(), { vorname, nachname });
    expect((await api.post(`/api/institutions/persons/${person}/${id}`, body)).status).toBe(200);
    persons.push(person);
  }
  return { id, persons };
}

const adopt = async (dry_run: boolean) => (await api.post<Adopted>("/api/quality/contacts", { dry_run })).json;
const rolesAt = async (id: number) => {
  const { json } = await api.get<{ data: { personen: Row[] } }>(`/api/institutions/${id}`);
  return json.data.personen.map(({ rollen }) => rollen.map(({ rolle_id }) => rolle_id));
};
const offerAt = async (id: number) => {
  const record = await findRecord(commandContext(), institution, id);
  return findContactOffer(commandContext(), institution, id, record?.data ?? {});
};

describe("adopting contact persons", () => {
  it("the preview lists which links get the role, and writes nothing", async () => {
    const { id, persons } = await named("Prof. Dr. Mueller, Anna", [{}], { name: "Haus A" });
    expect(await adopt(true)).toEqual({
      success: true,
      changes: [
        {
          kind: "institutions",
          id,
          label: "Haus A",
          person: { id: persons[0], label: "Anna Müller" },
          role: "Ansprechperson",
        },
      ],
      more: false,
      batch: null,
    });
    expect(await rolesAt(id)).toEqual([[]]);
  });

  it("adopting contacts does what the preview shows, as one batch that can be reverted", async () => {
    const links = [{ values: { rollen: [ROLE.head] } }];
    const one = await named("Anna Müller", links);
    const two = await named("Anna Müller", [{ vorname: "Ben" }, {}]);
    const previewed = await adopt(true);
    const { batch, changes } = await adopt(false);
    expect(changes).toEqual(previewed.changes);
    expect(await rolesAt(one.id)).toEqual([[ROLE.head, ROLE.institutionContact]]);
    expect((await rolesAt(two.id)).flat()).toEqual([ROLE.institutionContact]);
    expect((await api.post(`/api/history/batches/${batch}/revert`)).json).toMatchObject({ success: true, changes: 2 });
    expect(await rolesAt(one.id)).toEqual([[ROLE.head]]);
    expect((await rolesAt(two.id)).flat()).toEqual([]);
  });

  it("adopting contacts changes nothing the second time", async () => {
    await named("Anna Müller", [{}]);
    await adopt(false);
    expect(await adopt(false)).toEqual({ success: true, changes: [], more: false, batch: null });
  });

  it.each<[string, string, readonly Link[]]>([
    ["links that have the role", "Anna Müller", [{ values: { rollen: [ROLE.institutionContact] } }]],
    ["former links", "Anna Müller", [{ values: { bis: yesterday } }]],
    ["a name that several linked persons have", "Anna Müller", [{}, {}]],
    ["persons of other names", "Anna Müller", [{ vorname: "Hanna" }]],
    ["institutions without a contact person", "", [{}]],
  ])("adopting contacts leaves out %s", async (_, text, links) => {
    const { id } = await named(text, links);
    const before = await rolesAt(id);
    expect((await adopt(false)).changes).toEqual([]);
    expect(await rolesAt(id)).toEqual(before);
  });

  it("adopting contacts uses the current person where a former one has the same name", async () => {
    const { id, persons } = await named("Anna Müller", [{ values: { bis: yesterday } }, {}]);
    expect((await adopt(false)).changes).toMatchObject([{ id, person: { id: persons[1] } }]);
  });

  it("adopting contacts uses the first active role, and does nothing without one", async () => {
    const { id } = await named("Anna Müller", [{}]);
    const set = (rolle_id: number, data: object) => db().verknuepfungsrolle.update({ where: { rolle_id }, data });
    await set(ROLE.institutionContact, { active: false });
    expect((await adopt(true)).changes).toEqual([]);
    expect(await offerAt(id)).toBeNull();
    await set(ROLE.staff, { zustaendig: true });
    expect((await adopt(true)).changes).toMatchObject([{ role: "Mitarbeit" }]);
    await set(ROLE.staff, { zustaendig: false });
    await set(ROLE.institutionContact, { active: true });
  });

  it("adopting contacts is for editors only", async () => {
    const reader = await loggedIn({ role: "reader" });
    expect((await reader.post("/api/quality/contacts", { dry_run: true })).status).toBe(403);
    expect((await api.post("/api/quality/contacts", { dry_run: "ja" })).status).toBe(422);
  });
});

describe("contact offers on an institution's page", () => {
  it("an institution's page offers the role for a linked person whom the text names", async () => {
    const { id, persons } = await named("Müller, Anna", [{ values: { rollen: [ROLE.staff] } }]);
    expect(await offerAt(id)).toMatchObject({
      offers: "role",
      person: { id: persons[0], label: "Anna Müller" },
      role: { id: ROLE.institutionContact, label: "Ansprechperson" },
      roles: [ROLE.staff],
    });
  });

  it("an institution's page offers a new person with its address where the text names no linked person", async () => {
    const { id } = await named("Dr. Ben Schmidt", [{}], { email: "ben@uni-ulm.de", telefon: "0731 1" });
    expect(await offerAt(id)).toMatchObject({
      offers: "person",
      name: "Ben Schmidt",
      values: { vorname: "Ben", nachname: "Schmidt", email: "ben@uni-ulm.de", telefon: "0731 1" },
    });
  });

  it.each<[string, string, readonly Link[], object]>([
    ["the person has the role", "Anna Müller", [{ values: { rollen: [ROLE.institutionContact] } }], {}],
    ["the person has left", "Anna Müller", [{ values: { bis: yesterday } }], { email: "a@uni-ulm.de" }],
    ["several linked persons have the name", "Anna Müller", [{}, {}], { email: "a@uni-ulm.de" }],
    ["no address is known", "Ben Schmidt", [{}], { telefon: "0731 1" }],
    ["the text is no name", "Sekretariat, Zi. 3", [{}], { email: "a@uni-ulm.de" }],
    ["there is no text", "", [{}], { email: "a@uni-ulm.de" }],
  ])("an institution's page offers no contact where %s", async (_, text, links, values) => {
    expect(await offerAt((await named(text, links, values)).id)).toBeNull();
  });
});
