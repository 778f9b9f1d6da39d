import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CountedRound, ListedRound, Recipient, Round, WithoutAddress } from "@/lib/features/rounds/round-answers";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createMember, createPerson, createProject } from "../../support/factories";
import { createDraft, roundValues, startRound, tokenOf } from "../../support/records/rounds";
import { insertMany } from "../../support/databases/insert-many";

/*
 * Confirmation rounds as the office sees them (contract §15).
 */

let editor: Client;
beforeAll(async () => {
  editor = await loggedIn({ role: "editor" });
});
beforeEach(async () => {
  await db().round.deleteMany();
  await db().proposal.deleteMany();
  await db().$executeRaw`TRUNCATE members, projects, institutions, persons CASCADE`;
});

type RoundAnswer = { success: boolean; data: CountedRound };
type RecipientsAnswer = { total: number; data: Recipient[]; without_address: WithoutAddress[] };

const read = async (id: number) => (await editor.get<RoundAnswer>(`/api/rounds/${id}`)).json.data;
const recipientsOf = async (id: number, query = "") =>
  (await editor.get<RecipientsAnswer>(`/api/rounds/${id}/recipients${query}`)).json;
const emailsOf = async (id: number) => (await recipientsOf(id)).data.map(({ email }) => email);

describe("drafts", () => {
  it("a draft is saved with its values and counts the records and recipients that it would ask", async () => {
    await createMember(db());
    const created = await editor.post("/api/rounds/new", roundValues({ felder: ["telefon", "email", "telefon"] }));
    expect(created).toMatchObject({ status: 201, json: { success: true, message: "data_saved" } });
    const { runde_id } = created.json as unknown as { runde_id: number };
    expect(await read(runde_id)).toEqual({
      ...roundValues(),
      ...{ runde_id, status: "draft", felder: ["email", "telefon"] },
      counts: { recipients: 1, records: 1, confirmed: 0, changed: 0, ended: 0, not_mine: 0, open: 1 },
    });
  });

  it("a draft can be changed, by one value or as it was loaded", async () => {
    const id = await createDraft(editor);
    expect(await editor.put(`/api/rounds/${id}`, { titel: "  Winter " })).toMatchObject({ status: 200 });
    const loaded = await read(id);
    expect(loaded).toMatchObject({ titel_de: "Winter", titel_en: "Winter", text_de: roundValues().text_de });
    expect(await editor.put(`/api/rounds/${id}`, { ...loaded, kind: "persons" })).toMatchObject({
      json: { success: true, message: "data_updated" },
    });
    expect(await read(id)).toMatchObject({ kind: "persons", titel_de: "Winter" });
  });

  it("the title may be the same in both languages", async () => {
    const { titel_de: titel, titel_en: _, ...values } = roundValues();
    const { json } = await editor.post<{ runde_id: number }>("/api/rounds/new", { ...values, titel });
    expect(await read(json.runde_id)).toMatchObject({ titel_de: titel, titel_en: titel });
  });

  it("at most 200 drafts are kept, also of concurrent calls", async () => {
    const values = { ...roundValues(), an: "self", faellig_am: new Date("2099-12-31") };
    await db().round.createMany({ data: Array.from({ length: 199 }, () => values) });
    const answers = await Promise.all([1, 2, 3].map(() => editor.post("/api/rounds/new", roundValues())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.json).toMatchObject({ errors: { rounds: ["max"] } });
  });

  it("a draft can be deleted", async () => {
    const id = await createDraft(editor);
    expect(await editor.delete(`/api/rounds/${id}`)).toMatchObject({ json: { message: "data_deleted" } });
    expect(await editor.get(`/api/rounds/${id}`)).toMatchObject({ status: 404, json: { message: "data_not_found" } });
  });

  it.each([
    [{ kind: "thematicfields" }, { kind: ["exists"] }],
    [{ kind: "constructor" }, { kind: ["exists"] }],
    [{ an: "responsible" }, { an: ["exists"] }],
    [{ an: "everybody" }, { an: ["exists"] }],
    [
      { kind: "institutions", felder: ["vorname"] },
      { an: ["exists"], felder: ["exists"] },
    ],
    [{ felder: [] }, { felder: ["required"] }],
    [{ felder: null }, { felder: ["required"] }],
    [{ felder: "vorname" }, { felder: ["type"] }],
    [{ felder: Array.from({ length: 101 }, () => 1) }, { felder: ["max"] }],
    [{ titel_de: null }, { titel_de: ["required"] }],
    [{ titel_en: 1 }, { titel_en: ["type"] }],
    [{ felder: ["kommentare"] }, { felder: ["exists"] }],
    [{ felder: ["ph_id"] }, { felder: ["exists"] }],
    [{ query: "sortBy=nothing" }, { query: ["type"] }],
    [{ query: "colour=red" }, { query: ["unknown"] }],
    [{ query: "where[titel][in]=999" }, { query: ["exists"] }],
    [{ query: "ids=x" }, { query: ["type"] }],
    [{ titel_en: " " }, { titel_en: ["required"] }],
    [{ titel_de: "x".repeat(201) }, { titel_de: ["max"] }],
    [{ text_de: "" }, { text_de: ["required"] }],
    [{ text_en: "Dear {nmae}" }, { text_en: ["placeholder"] }],
    [{ text_en: "\0" }, { text_en: ["type"] }],
    [{ faellig_am: "2026-02-30" }, { faellig_am: ["date"] }],
    [{ faellig_am: null }, { faellig_am: ["date"] }],
    [{ faellig: "2026-02-28" }, { faellig: ["unknown"] }],
  ])("a draft with %o is refused with %o", async (overrides, errors) => {
    const body = { ...roundValues(), ...overrides };
    expect(await editor.post("/api/rounds/new", body)).toMatchObject({
      status: 422,
      json: { success: false, message: "validation_failed", errors },
    });
    expect(await db().round.count()).toBe(0);
  });

  it("a draft without values names every missing one as required", async () => {
    const { json } = await editor.post<{ errors: object }>("/api/rounds/new", {});
    const required = ["an", "faellig_am", "felder", "kind", "text_de", "text_en", "titel_de", "titel_en"];
    expect(json.errors).toEqual(Object.fromEntries(required.map((name) => [name, ["required"]])));
  });

  it("a draft is refused for more than 5,000 records", async () => {
    await insertMany`
      INSERT INTO persons (nachname, vorname, email)
      SELECT 'N', 'V', 'p' || n || '@ph.example' FROM generate_series(1, 5001) n`;
    const body = roundValues({ kind: "persons" });
    expect(await editor.post("/api/rounds/new", body)).toMatchObject({
      status: 422,
      json: { errors: { query: ["max"] } },
    });
  });
});

describe("the list of rounds", () => {
  it("the list of rounds has the newest first, in pages", async () => {
    const ids = [];
    for (const titel of ["A", "B", "C"]) ids.push(await createDraft(editor, { titel_de: titel }));
    const page = await editor.get<{ total: number; data: Round[] }>("/api/rounds?pageSize=2");
    expect(page.json).toMatchObject({ total: 3, last_page: 2, data: [{ titel_de: "C" }, { titel_de: "B" }] });
    expect((await editor.get("/api/rounds?pageNo=1&pageSize=2")).json).toMatchObject({ data: [{ runde_id: ids[0] }] });
    expect((await editor.get("/api/rounds?pageNo=2147483647&pageSize=100")).json).toMatchObject({ data: [] });
    expect(await editor.get("/api/rounds?pageSize=0")).toMatchObject({ status: 422 });
  });

  it("the list of rounds has counts, except of drafts, which would have to be planned", async () => {
    await createMember(db());
    await startRound(editor);
    await createDraft(editor);
    const { json } = await editor.get<{ data: ListedRound[] }>("/api/rounds");
    expect(json.data.map(({ status, counts }) => [status, counts?.records ?? null])).toEqual([
      ["draft", null],
      ["running", 1],
    ]);
  });
});

describe("recipients", () => {
  it("recipients are the records themselves, unless they share an address or have none", async () => {
    await createMember(db(), { vorname: "Ada", nachname: "Eins", email: "Ada@PH.example" });
    const second = await createMember(db(), { vorname: "Bo", nachname: "Zwei", email: "team@ph.example" });
    const third = await createMember(db(), { vorname: "Cy", nachname: "Drei", email: "TEAM@ph.example" });
    const id = await createDraft(editor);
    expect(await recipientsOf(id)).toMatchObject({
      total: 1,
      data: [
        {
          ...{ email: "ada@ph.example", name: "Ada Eins", records: 1, state: "planned", answered_at: null },
          declined_before: false,
        },
      ],
      without_address: [
        { kind: "members", id: second, label: "Bo Zwei", reason: "shared" },
        { kind: "members", id: third, label: "Cy Drei", reason: "shared" },
      ],
    });
  });

  it("recipients share an address also with records outside of the round", async () => {
    await createPerson(db(), { nachname: "Eins", email: "team@ph.example" });
    const second = await createPerson(db(), { nachname: "Zwei", email: "team@ph.example" });
    const id = await createDraft(editor, { kind: "persons", query: `ids=${second}` });
    expect(await recipientsOf(id)).toMatchObject({ total: 0, without_address: [{ id: second, reason: "shared" }] });
  });

  it("recipients have an address that the email field would accept", async () => {
    const person = await createPerson(db());
    await db().$executeRaw`UPDATE persons SET email = 'no address'`;
    const id = await createDraft(editor, { kind: "persons" });
    expect((await recipientsOf(id)).without_address).toMatchObject([{ id: person, reason: "none" }]);
  });

  const roleOf = async (relation: string, name: string) => {
    const [role] = await db().$queryRaw<{ id: number }[]>`
      SELECT rolle_id AS id FROM verknuepfungsrollen WHERE relation = ${relation} AND rolle_de = ${name}`;
    return role?.id ?? 0;
  };
  const link = async (path: string, body: object) => {
    expect((await editor.post(`/api/${path}`, body)).json).toMatchObject({ success: true });
  };

  it("recipients for projects are current responsible members, one of each for all projects", async () => {
    const [lead, former, helper] = await Promise.all(
      ["lead", "former", "helper"].map((name) =>
        createMember(db(), { vorname: "M", nachname: name, email: `${name}@ph.example` }),
      ),
    );
    const role = await roleOf("project_member", "Projektleitung");
    const officer = await roleOf("project_member", "Kooperationsbeauftragte/r");
    const projects = [await createProject(db()), await createProject(db()), await createProject(db())];
    for (const project of projects.slice(0, 2)) {
      await link(`projects/member/${lead}/${project}`, { rollen: [role] });
      await link(`projects/member/${former}/${project}`, { rollen: [officer], bis: "2020-01-01" });
      await link(`projects/member/${helper}/${project}`, { hauptkontakt: true });
    }
    const id = await createDraft(editor, { kind: "projects", an: "responsible", felder: ["projekt_titel"] });
    expect(await recipientsOf(id)).toMatchObject({
      data: [{ email: "lead@ph.example", records: 2 }],
      without_address: [{ kind: "projects", id: projects[2], reason: "none" }],
    });
  });

  it("recipients for projects can be their main contacts", async () => {
    const project = await createProject(db());
    const [main, other] = [
      await createPerson(db(), { email: "main@uni.example" }),
      await createPerson(db(), { email: "other@uni.example" }),
    ];
    await link(`projects/persons/${main}/${project}`, { hauptkontakt: true });
    await link(`projects/persons/${other}/${project}`, {});
    const id = await createDraft(editor, { kind: "projects", an: "contacts", felder: ["projekt_titel"] });
    expect((await recipientsOf(id)).data).toMatchObject([{ email: "main@uni.example", records: 1 }]);
  });

  it("recipients for institutions are responsible and main contacts; those with one address are one", async () => {
    const institution = await createInstitution(db());
    const [first, second, third, former] = [
      await createPerson(db(), { vorname: "A", nachname: "Eins", email: "office@uni.example" }),
      await createPerson(db(), { vorname: "B", nachname: "Zwei", email: "Office@uni.example" }),
      await createPerson(db(), { vorname: "C", nachname: "Drei", email: "c@uni.example" }),
      await createPerson(db(), { vorname: "D", nachname: "Vier", email: "d@uni.example" }),
    ];
    const contact = await roleOf("institution_person", "Ansprechperson");
    await link(`institutions/persons/${first}/${institution}`, { rollen: [contact] });
    await link(`institutions/persons/${second}/${institution}`, { hauptkontakt: true });
    await link(`institutions/persons/${third}/${institution}`, {});
    await link(`institutions/persons/${former}/${institution}`, { hauptkontakt: true, bis: "2020-01-01" });
    const id = await startRound(editor, { kind: "institutions", an: "contacts", felder: ["name"] });
    expect((await recipientsOf(id)).data).toMatchObject([
      { email: "office@uni.example", name: "A Eins, B Zwei", records: 1 },
    ]);
    expect(await db().roundRecipient.findFirst()).toMatchObject({ person_kind: null, person_id: null });
  });

  it("recipients are fixed by the start", async () => {
    const member = await createMember(db(), { email: "old@ph.example" });
    const none = await createMember(db(), { vorname: "N", nachname: "N" });
    await db().$executeRaw`UPDATE members SET email = 'none' WHERE ph_id = ${none}`;
    const id = await startRound(editor);
    await db().$executeRaw`UPDATE members SET email = ph_id || '@ph.example'`;
    await createMember(db());
    expect(await emailsOf(id)).toEqual(["old@ph.example"]);
    expect(await db().roundRecipient.findFirst()).toMatchObject({ person_kind: "members", person_id: member });
    expect((await recipientsOf(id)).without_address).toEqual([
      { kind: "members", id: none, label: "N N", reason: "none" },
    ]);
  });

  it("recipients are listed in pages and by state, with declines of an earlier round", async () => {
    for (const name of ["a", "b", "c"]) await createMember(db(), { nachname: name, email: `${name}@ph.example` });
    const before = await startRound(editor);
    await db()
      .$executeRaw`UPDATE round_recipients SET state = 'declined', declined_at = now() WHERE email = 'b@ph.example'`;
    const id = await createDraft(editor);
    const flags = async () =>
      (await recipientsOf(id)).data.map(({ email, declined_before }) => [email[0], declined_before]);
    expect((await flags()).sort()).toEqual([
      ["a", false],
      ["b", true],
      ["c", false],
    ]);
    await editor.post(`/api/rounds/${id}/start`);
    expect((await flags()).sort()).toEqual([
      ["a", false],
      ["b", true],
      ["c", false],
    ]);
    expect(await recipientsOf(id, "?pageSize=2&pageNo=1")).toMatchObject({ total: 3, from: 3 });
    expect(await recipientsOf(before, "?state=declined")).toMatchObject({ total: 1, data: [{ state: "declined" }] });
    expect(await editor.get(`/api/rounds/${id}/recipients?state=gone`)).toMatchObject({ status: 422 });
  });
});

describe("starting a round", () => {
  it("a round can be started once", async () => {
    await createMember(db());
    const id = await createDraft(editor);
    expect((await editor.post(`/api/rounds/${id}/start`)).json).toEqual({
      ...{ success: true, message: "data_updated", mails: 1 },
    });
    expect(await editor.post(`/api/rounds/${id}/start`)).toMatchObject({
      status: 409,
      json: { message: "round_started" },
    });
    expect(await editor.put(`/api/rounds/${id}`, { titel: "X" })).toMatchObject({ status: 409 });
    expect(await editor.delete(`/api/rounds/${id}`)).toMatchObject({ status: 409, json: { message: "round_started" } });
    expect(await read(id)).toMatchObject({ status: "running", titel_de: "Herbstrunde" });
  });

  it("starting a round twice at once queues each mail once", async () => {
    for (let count = 0; count < 20; count += 1) await createMember(db());
    const id = await createDraft(editor);
    const responses = await Promise.all([1, 2, 3].map(() => editor.post(`/api/rounds/${id}/start`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await db().roundRecipient.count()).toBe(20);
  });

  it("starting a round is refused after the due day, and without any recipient", async () => {
    const id = await createDraft(editor, { faellig_am: "2020-01-01" });
    expect(await editor.post(`/api/rounds/${id}/start`)).toMatchObject({
      status: 422,
      json: { errors: { faellig_am: ["min"] } },
    });
    await editor.put(`/api/rounds/${id}`, { faellig_am: "2099-01-01" });
    expect(await editor.post(`/api/rounds/${id}/start`)).toMatchObject({
      status: 422,
      json: { errors: { query: ["min"] } },
    });
    expect(await read(id)).toMatchObject({ status: "draft" });
  });

  it("starting a round queues a mail for each of 1,000 recipients", async () => {
    await insertMany`
      INSERT INTO persons (nachname, vorname, email)
      SELECT 'N' || n, 'V', 'p' || n || '@ph.example' FROM generate_series(1, 1000) n`;
    const id = await createDraft(editor, { kind: "persons" });
    expect((await editor.post(`/api/rounds/${id}/start`)).json).toMatchObject({ mails: 1000 });
    expect(await db().roundRecord.count()).toBe(1000);
  });
});

describe("running rounds", () => {
  it("a running round counts a record of two recipients once, by its latest answer", async () => {
    await createMember(db(), { email: "a@ph.example" });
    await createMember(db(), { email: "b@ph.example" });
    const id = await startRound(editor);
    const [first, second] = await db().roundRecord.findMany({ orderBy: { recipient_id: "asc" } });
    await db().$executeRaw`UPDATE round_records SET record_id = ${first?.record_id}`;
    await db().$executeRaw`UPDATE round_records SET answer = 'changed', answered_at = '2026-01-02'
      WHERE recipient_id = ${first?.recipient_id}`;
    await db().$executeRaw`UPDATE round_records SET answer = 'confirmed', answered_at = '2026-01-01'
      WHERE recipient_id = ${second?.recipient_id}`;
    expect((await read(id)).counts).toEqual({
      ...{ recipients: 2, records: 1, confirmed: 0, changed: 1, ended: 0, not_mine: 0, open: 0 },
    });
  });

  it("a round is closed once, and then keeps its counts when it is deleted with its answers", async () => {
    await createMember(db(), { email: "a@ph.example" });
    const id = await startRound(editor);
    expect((await editor.post(`/api/rounds/${id}/close`)).json).toEqual({ success: true, message: "data_updated" });
    const notRunning = { status: 409, json: { message: "round_not_running" } };
    expect(await editor.post(`/api/rounds/${id}/close`)).toMatchObject(notRunning);
    expect(await editor.post(`/api/rounds/${id}/remind`)).toMatchObject(notRunning);
    expect(await editor.post(`/api/rounds/${id}/start`)).toMatchObject({ json: { message: "round_started" } });
    expect(await read(id)).toMatchObject({ status: "closed", counts: { recipients: 1, records: 1, open: 1 } });
    const proposal = { kind: "members", id: 1, label: "A", runde_id: id, name: "A", email: "a@ph.example" };
    await db().proposal.createMany({ data: [proposal, { ...proposal, state: "accepted", comment: "So" }] });
    expect(await editor.delete(`/api/rounds/${id}`)).toMatchObject({ status: 200 });
    expect(await db().roundRecipient.count()).toBe(0);
    expect(await db().proposal.findMany()).toMatchObject([
      { state: "accepted", runde_id: null, name: "", email: "", comment: null },
    ]);
  });

  it("a round is deleted with rejected and replaced proposals, and accepted ones lose their values", async () => {
    await createMember(db(), { email: "a@ph.example" });
    const id = await startRound(editor);
    await editor.post(`/api/rounds/${id}/close`);
    const proposal = { kind: "members", id: 1, label: "A", runde_id: id, field: "telefon", value: "1", now: "2" };
    const states = ["accepted", "rejected", "replaced"];
    await db().proposal.createMany({ data: states.map((state) => ({ ...proposal, state })) });
    await editor.delete(`/api/rounds/${id}`);
    expect(await db().proposal.findMany()).toMatchObject([
      { state: "accepted", field: "telefon", value: null, now: null },
    ]);
  });

  it("deleting a round locks proposals in the order of their ids", async () => {
    await createMember(db(), { email: "a@ph.example" });
    const id = await startRound(editor);
    await editor.post(`/api/rounds/${id}/close`);
    const proposal = { kind: "members", id: 1, label: "A", runde_id: id };
    const first = await db().proposal.create({ data: proposal });
    const second = await db().proposal.create({ data: proposal });
    // Moves the first one behind the second, in the table and in its indexes.
    await db().$executeRaw`UPDATE proposals SET email = 'moved' WHERE proposal_id = ${first.proposal_id}`;
    let deletion: Promise<unknown> = Promise.resolve();
    await db().$transaction(async (transaction) => {
      const lock = (proposal_id: number) => transaction.$executeRaw`
        SELECT 1 FROM proposals WHERE proposal_id = ${proposal_id} FOR UPDATE NOWAIT`;
      await lock(first.proposal_id);
      deletion = editor.delete(`/api/rounds/${id}`);
      await vi.waitFor(async () => {
        expect(await db().$queryRaw`SELECT 1 AS one FROM pg_locks WHERE NOT granted`).toHaveLength(1);
      });
      await lock(second.proposal_id);
    });
    expect(await deletion).toMatchObject({ status: 200 });
  });

  it("a draft can be neither closed nor reminded", async () => {
    const id = await createDraft(editor);
    for (const action of ["remind", "close"]) {
      expect(await editor.post(`/api/rounds/${id}/${action}`)).toMatchObject({
        status: 409,
        json: { message: "round_not_running" },
      });
    }
  });

  it("a round counts as closed 30 days after its due day", async () => {
    await createMember(db());
    const id = await startRound(editor);
    await db().$executeRaw`UPDATE rounds SET faellig_am = current_date - 32`;
    expect(await read(id)).toMatchObject({ status: "closed" });
    expect(await editor.post(`/api/rounds/${id}/remind`)).toMatchObject({ status: 409 });
    expect(await editor.delete(`/api/rounds/${id}`)).toMatchObject({ status: 200 });
  });

  it("a round stays readable when a field or its kind is removed from the declarations", async () => {
    await createMember(db());
    const id = await startRound(editor);
    await db().$executeRaw`UPDATE rounds SET felder = '{telefon,gone}'`;
    expect(await read(id)).toMatchObject({ felder: ["telefon"] });
    expect(await db().round.count()).toBe(1);
  });
});

describe("previews", () => {
  type Preview = { data: { to: string; subject: string; text: string; html: string; page: string } };
  const previewOf = (id: number, query = "") => editor.get<Preview>(`/api/rounds/${id}/preview${query}`);

  it("the preview shows the mail and the page of a recipient, with nothing but the round's fields", async () => {
    await createMember(db(), { vorname: "Ada", nachname: "Eins", email: "a@ph.example", telefon: "0111" });
    const values = { vorname: "Bo", nachname: "Zwei", email: "b@ph.example", telefon: "0222", kommentare: "Geheim" };
    await createMember(db(), values);
    const id = await createDraft(editor, { titel_de: "Runde & mehr", titel_en: "Round & more" });
    expect((await previewOf(id)).json.data.to).toBe("a@ph.example");
    const { data } = (await previewOf(id, "?email=B@ph.example")).json;
    expect(data).toMatchObject({ to: "b@ph.example", subject: expect.stringContaining("Runde & mehr") as string });
    expect(data.text).toContain("Bitte sehen Sie nach, Bo Zwei.");
    expect(data.page).toContain("0222");
    expect(data.page).toContain("Runde &amp; mehr");
    expect(JSON.stringify(data)).not.toMatch(/Geheim|0111/);
  });

  it("the preview contains no valid link, also while the round is running", async () => {
    await createMember(db(), { email: "a@ph.example" });
    const id = await startRound(editor);
    const { data } = (await previewOf(id)).json;
    const token = await tokenOf(id, "a@ph.example");
    expect(JSON.stringify(data)).not.toContain(token);
    expect(data.text).toContain("/confirm/preview\n");
  });

  it("the preview returns 404 without a recipient, and refuses an invalid address", async () => {
    const id = await createDraft(editor);
    expect(await previewOf(id)).toMatchObject({ status: 404 });
    expect(await previewOf(id, "?email=x@ph.example")).toMatchObject({ status: 404 });
    expect(await previewOf(id, "?email=a&email=b")).toMatchObject({ status: 422 });
    expect(await previewOf(id, "?email=%00")).toMatchObject({ status: 422 });
  });
});

it("recipients get tokens of 256 bits, of which only hashes are stored", async () => {
  await createMember(db(), { email: "a@ph.example" });
  const id = await startRound(editor);
  const token = await tokenOf(id, "a@ph.example");
  expect(token).toMatch(/^confirm_[\w-]{43}$/);
  const rows = JSON.stringify([
    await db().roundRecipient.findMany(),
    await db().$queryRaw`SELECT data FROM pgboss.job`,
  ]);
  expect(rows).not.toContain(token.slice("confirm_".length));
  expect(rows).not.toMatch(/confirm_/);
});

it("rounds are refused to readers, and unknown ones return 404", async () => {
  const reader = await loggedIn({ role: "reader" });
  const id = await createDraft(editor);
  const calls = [
    ["get", "/api/rounds"],
    ["post", "/api/rounds/new"],
    ["get", "/api/rounds/{id}"],
    ["put", "/api/rounds/{id}"],
    ["delete", "/api/rounds/{id}"],
    ["get", "/api/rounds/{id}/recipients"],
    ["get", "/api/rounds/{id}/preview"],
    ["post", "/api/rounds/{id}/start"],
    ["post", "/api/rounds/{id}/remind"],
    ["post", "/api/rounds/{id}/close"],
  ] as const;
  for (const [method, path] of calls) {
    const send = (client: Client, target: string) =>
      method === "put" || method === "post" ? client[method](target, roundValues()) : client[method](target);
    expect(await send(reader, path.replace("{id}", String(id)))).toMatchObject({ status: 403 });
    if (!path.includes("{id}")) continue;
    for (const unknown of ["2147483647", "2147483648", "0", "x"]) {
      expect(await send(editor, path.replace("{id}", unknown))).toMatchObject({ status: 404 });
    }
  }
  expect(await read(id)).toMatchObject({ status: "draft" });
});
