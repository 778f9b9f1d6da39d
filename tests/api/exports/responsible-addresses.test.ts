import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { call, loggedIn, type Client } from "../../support/api";
import { createMember, createProject, createThematicField } from "../../support/factories";
import { insertMany } from "../../support/databases/insert-many";

/* The e-mail addresses of the members who are responsible for listed projects. */

type Answer = { success: true; addresses: string[]; total: number; without: number };

let api: Client;
let editor: Client;
beforeAll(async () => {
  api = await loggedIn({ role: "reader" });
  editor = await loggedIn();
});

const find = async (query: string) => (await api.get<Answer>(`/api/projects/responsible_addresses?${query}`)).json;
const link = async (projekt_id: number, email: string, values: object) => {
  const ph_id = await createMember(db(), { email });
  expect((await editor.post(`/api/members/project/${ph_id}/${projekt_id}`, values)).status).toBeLessThan(300);
};
const LEAD = { rollen: [ROLE.projectLead] };

describe("addresses of the responsible", () => {
  it("are distinct, of current links with a responsible role, and of the listed projects alone", async () => {
    const topic = await createThematicField(db());
    const [one, two, three, other] = [
      await createProject(db(), { themenfelder: [topic] }),
      await createProject(db(), { themenfelder: [topic] }),
      await createProject(db(), { themenfelder: [topic] }),
      await createProject(db()),
    ];
    await link(one, "zoe@example.org", LEAD);
    await link(one, "mit@example.org", { rollen: [ROLE.contributor] });
    await link(one, "frueher@example.org", { rollen: [ROLE.cooperationOfficer], bis: "2020-12-31" });
    await link(two, "Zoe@Example.org", LEAD);
    await link(two, "anna@example.org", { rollen: [ROLE.cooperationOfficer] });
    await link(three, "nur@example.org", {});
    await link(other, "fremd@example.org", LEAD);
    const found = await find(`topics=${topic}&pageSize=1&pageNo=4`);
    expect(found).toMatchObject({ success: true, total: 2, without: 1 });
    expect(found.addresses.map((address) => address.toLowerCase())).toEqual(["anna@example.org", "zoe@example.org"]);
    expect(await find(`ids=${other},${three}`)).toEqual({
      success: true,
      addresses: ["fremd@example.org"],
      total: 1,
      without: 1,
    });
    expect(await find("filter=gibtesnicht")).toEqual({ success: true, addresses: [], total: 0, without: 0 });
  });

  it("are at most 500, with their number", async () => {
    const projekt_id = await createProject(db(), { projekt_titel: "Sehr viele Zuständige" });
    await insertMany`
      INSERT INTO members (vorname, nachname, titel, fakultaet, institut, email) SELECT 'V', 'Zuständig ' || n, -1, -1, -1, 'viele' || n || '@example.org'
      FROM generate_series(1, 501) AS n`;
    await insertMany`
      INSERT INTO member_projects (ph_id, projekt_id, rollen)
      SELECT ph_id, ${projekt_id}::int, ARRAY[${ROLE.cooperationOfficer}::int] FROM members WHERE email LIKE 'viele%'`;
    const { addresses, total } = await find(`ids=${projekt_id}`);
    expect([addresses.length, total]).toEqual([500, 501]);
  });

  it("refuses wrong parameters, and needs a login", async () => {
    expect(await api.get("/api/projects/responsible_addresses?where[status][in]=999")).toMatchObject({
      status: 422,
      json: { errors: { "where[status][in]": ["exists"] } },
    });
    expect((await call("GET", "/api/projects/responsible_addresses")).status).toBe(401);
  });
});
