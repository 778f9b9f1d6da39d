import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import { GET } from "@/app/confirm/[token]/route";
import { db } from "@/lib/store/database/client";
import { loggedRequest, withoutTokens } from "@/lib/base/observability/security-log";
import { securityHeaders } from "@/lib/base/web/security-headers";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";
import { tracedTest } from "../../support/traces";
import { createRecipient } from "../../support/records/confirmations";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";

async function page(token: string, query = "", headers: Record<string, string> = {}, method = "GET") {
  const request = new NextRequest(`http://localhost:3000/confirm/${token}${query}`, { headers, method });
  const answer = await GET(request, { params: Promise.resolve({ token }) });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

/** Returns the number of rows of every table, and what PostgreSQL has counted as written to it. */
async function contents() {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'rate_limits' ORDER BY 1`;
  const counted: unknown[] = [];
  for (const { name } of tables) {
    const [row] = await db().$queryRawUnsafe<object[]>(
      `SELECT '${name}' AS name, count(*)::int AS count, max(xmin::text::bigint)::text AS last FROM ${name}`,
    );
    counted.push(row);
  }
  return counted;
}

describe("recipients' data", () => {
  it("a recipient sees no value of a record except those of the round's fields", async () => {
    const mark = (name: string) => `LEAK-${name}`;
    const topic = await createThematicField(db(), { themenfeld_de: mark("topic"), themenfeld_en: mark("topic-en") });
    const member = await createMember(db(), {
      ...{ vorname: mark("member-first"), nachname: mark("member-last"), email: "leak-member@leak.example" },
      ...{ telefon: mark("member-phone"), adresse: mark("member-address"), kommentare: mark("member-comment") },
      ...{ ph_webseite: "https://leak-member.example", themenfelder: [topic] },
    });
    const institution = await createInstitution(db(), { name: mark("institution"), branchen: mark("sector") });
    const person = await createPerson(db(), {
      ...{ vorname: mark("person-first"), nachname: mark("person-last"), email: "leak-person@leak.example" },
      ...{ institution: [institution], telefon: mark("person-phone"), kommentare: mark("person-comment") },
    });
    const project = await createProject(db(), {
      ...{ projekt_titel: "Titel", foerderer: mark("funder"), mittelvolumen: "12 EUR", kommentare: mark("comment") },
      ...{ foerderer_link: "https://leak-funder.example", projektwebsite: "https://leak-project.example" },
      ...{ kuendigungsfrist: mark("notice"), drittelmittelanteil: mark("share"), themenfelder: [topic] },
    });
    await db().project.update({ where: { projekt_id: project }, data: { aliases: [mark("alias")] } });
    await db().memberProject.create({ data: { ph_id: member, projekt_id: project } });
    await db().projectInstitution.create({ data: { projekt_id: project, partner_institution_id: institution } });
    await db().projectPerson.create({ data: { projekt_id: project, person_id: person } });
    const other = await createProject(db(), { projekt_titel: mark("other-project") });
    const { token, path } = await createRecipient({
      kind: "projects",
      ids: [project],
      felder: ["projekt_titel", "mittelvolumen"],
    });
    await createRecipient({ kind: "projects", ids: [other], felder: ["projekt_titel"] });

    const forms = ["changed", "ended", "not_mine"].map((answer) => `?record=${project}&answer=${answer}`);
    const pages = await Promise.all(
      ["", "?lang=en", ...forms, `?record=${other}&answer=changed`].map((query) => page(token, query)),
    );
    const bytes = [
      textOf(await call("GET", path)),
      ...pages.map(({ html, headers }) => html + JSON.stringify([...headers])),
      textOf(
        await call("POST", path, {
          raw: `answers.0.id=${project}&answers.0.answer=changed&answers.0.changes.projekt_titel=`,
          headers: { "content-type": "application/x-www-form-urlencoded" },
        }),
      ),
      textOf(
        await call("POST", path, {
          body: {
            answers: [
              { kind: "projects", id: project, answer: "changed", changes: { projekt_titel: "", foerderer: "x" } },
            ],
          },
        }),
      ),
    ];
    expect(bytes[0]).toContain("12 EUR");
    expect(bytes[1]).toContain("12 EUR");
    for (const text of bytes) expect(text.toLowerCase()).not.toContain("leak");
  });

  it("a recipient sees no address or name of other recipients and of the round's other records", async () => {
    const ids = [await createMember(db(), { nachname: "Eins" }), await createMember(db(), { nachname: "Fremdling" })];
    const { token, runde_id } = await createRecipient({ kind: "members", ids: [ids[0] ?? 0], felder: ["telefon"] });
    await db().roundRecipient.create({
      data: {
        runde_id,
        email: "fremd@ph.example",
        name: "Dr. Fremdling",
        token_hash: "none",
        records: { create: [{ record_id: ids[1] ?? 0, label: "Fremdling" }] },
      },
    });
    expect((await page(token)).html).not.toMatch(/fremd/i);
  });

  it("a recipient sees no option of a list that the round does not show", async () => {
    const id = await createMember(db());
    const { path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    expect((await call("GET", path)).json).toMatchObject({ options: {} });
  });
});

describe("opening a link", () => {
  it("opening a link writes no data in 1,000 calls; only the rate limiter counts them", async () => {
    configure({ RATE_LIMIT_FACTOR: 1000 });
    const ids = [await createMember(db()), await createMember(db())];
    const { token, path } = await createRecipient({ kind: "members", ids, felder: ["telefon", "email"] });
    const before = await contents();
    const statuses: number[] = [];
    for (let at = 0; at < 250; at += 1) {
      const answers = await Promise.all([
        page(token, at % 2 ? "" : `?record=${ids[0]}&answer=changed&done=${ids[1]}`),
        page(token, "", {}, "HEAD"),
        call("GET", path),
        call("HEAD", path),
      ]);
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses).toEqual(Array(1_000).fill(200));
    expect(await contents()).toEqual(before);
    const counted = await db().$queryRaw`
      SELECT max(points)::int AS points FROM rate_limits WHERE key LIKE 'confirmations:%'`;
    expect(counted).toEqual([{ points: 1_000 }]);
  }, 120_000);

  it("opening a link reads no session", async () => {
    const id = await createMember(db());
    const { token, path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    const reads = vi.spyOn(db().session, "findUnique");
    const cookie = "session=session_abc; __Host-session=session_abc";
    const [shown, called] = [await page(token, "", { cookie }), await call("GET", path, { headers: { cookie } })];
    expect([shown.status, called.status, reads.mock.calls.length]).toEqual([200, 200, 0]);
    expect(shown.headers.get("set-cookie") ?? called.headers.get("set-cookie")).toBeNull();
    reads.mockRestore();
  });

  it("opening a link of a record that was merged shows nothing of the other record", async () => {
    const editor = await loggedIn();
    const [id, keep] = [await createMember(db()), await createMember(db(), { telefon: "KEPT-1" })];
    const { token, path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    expect((await editor.post(`/api/members/${keep}/merge`, { drop: id })).status).toBe(200);
    const { html } = await page(token);
    expect(html).toContain("Diesen Eintrag gibt es nicht mehr");
    expect(html).not.toContain("KEPT-1");
    const answers = [{ kind: "members", id, answer: "confirmed" }];
    expect((await call("POST", path, { body: { answers } })).json.errors).toEqual({ "answers.0.id": ["exists"] });
  });
});

describe("tokens", () => {
  it.each([
    ["/confirm/confirm_abc", "/confirm/…"],
    ["/confirm/confirm_abc?lang=de", "/confirm/…?lang=de"],
    ["/api/confirm/confirm_abc", "/api/confirm/…"],
  ])("a token in %s is logged as %s", (path, logged) => {
    expect(withoutTokens(path)).toBe(logged);
    expect(loggedRequest("GET", path)).not.toContain("abc");
  });

  it("a token does not appear in logs, not even when a call fails because of a defect", async () => {
    const id = await createMember(db());
    const { token, path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    configure({ LOG_FORMAT: "json" });
    const [log, error] = [vi.spyOn(console, "log").mockReturnValue(), vi.spyOn(console, "error").mockReturnValue()];
    await call("GET", path);
    await call("GET", "/api/confirm/confirm_strange");
    await page("confirm_strange");
    const broken = vi.spyOn(db(), "$queryRaw").mockRejectedValue(new Error("a defect"));
    const [shown, called] = [await page(token), await call("GET", path).catch(() => null)];
    broken.mockRestore();
    const lines = JSON.stringify([log.mock.calls, error.mock.calls.map((parts) => parts.map(String))]);
    vi.restoreAllMocks();
    expect([shown.status, called?.status ?? 500]).toEqual([500, 500]);
    expect(shown.html).toContain("Das hat gerade nicht geklappt");
    expect(lines).toContain("a defect");
    expect(lines).not.toContain(token);
    expect(lines).not.toContain("confirm_strange");
  });

  it("a token does not appear in traces and metrics", async () => {
    const { sentSpans } = await tracedTest();
    configure({ METRICS_TOKEN: "a-token-for-metrics-that-is-long-enough" });
    const id = await createMember(db());
    const { token, path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    await page(token);
    await call("GET", path);
    await call("POST", path, { body: { answers: [{ kind: "members", id, answer: "confirmed" }] } });
    const spans = JSON.stringify(await sentSpans());
    const metrics = await call("GET", "/api/metrics", { token: "a-token-for-metrics-that-is-long-enough" });
    expect(spans).toContain("/confirm/{token}");
    expect(textOf(metrics)).toContain("/confirm/{token}");
    for (const text of [spans, textOf(metrics)]) expect(text).not.toContain(token.slice("confirm_".length));
  });

  it("a token is stored as a hash only", async () => {
    const id = await createMember(db());
    const { token, path, recipient_id } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    await call("POST", path, { body: { answers: [{ kind: "members", id, answer: "confirmed" }] } });
    expect(token).toMatch(/^confirm_[\w-]{43}$/);
    const stored = await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id }, include: { records: true } });
    const changes = await db().$queryRaw<unknown[]>`SELECT to_jsonb(c) FROM changes c WHERE source = 'round'`;
    expect(JSON.stringify([stored, changes, await db().proposal.findMany()])).not.toContain(token.slice(8));
  });

  it("a token is not sent to other sites as referrer", () => {
    for (const target of ["/confirm/confirm_abc", "/api/confirm/confirm_abc?x=1"])
      expect(securityHeaders(target)["referrer-policy"]).toBe("no-referrer");
    expect(securityHeaders("/confirm")["referrer-policy"]).toBe("same-origin");
  });
});

describe("rate limits", () => {
  it("too many calls with one token are refused for a minute, those with others are not", async () => {
    const id = await createMember(db());
    const [one, other] = [
      await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] }),
      await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] }),
    ];
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1)
      statuses.push((await call("GET", one.path)).status, (await page(one.token)).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    const refused = await page(one.token);
    expect(refused.html).toContain("Bitte warten Sie einen Moment");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const sent = await call("POST", one.path, { raw: "all=confirmed", headers: form });
    expect([sent.status, textOf(sent).includes("Please wait a moment")]).toEqual([429, true]);
    expect((await call("GET", other.path)).status).toBe(200);
  });

  it("too many calls with unknown tokens are refused per client, those with known tokens are not", async () => {
    configure({ CLIENT_ADDRESS_HEADER: "x-client" });
    const id = await createMember(db());
    const known = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    const headers = { "x-client": "203.0.113.9" };
    const statuses: number[] = [];
    for (let at = 0; at < 51; at += 1)
      statuses.push(
        (await call("GET", `/api/confirm/confirm_${at}`, { headers })).status,
        (await page(`confirm_${at}`, "", headers)).status,
      );
    expect(statuses).toEqual([...Array(100).fill(404), 429, 429]);
    expect((await call("GET", known.path, { headers })).status).toBe(200);
    expect((await call("GET", "/api/confirm/confirm_x", { headers: { "x-client": "203.0.113.10" } })).status).toBe(404);
  });

  it("rate limits are multiplied by RATE_LIMIT_FACTOR, and refused calls write nothing", async () => {
    configure({ RATE_LIMIT_FACTOR: 0.05 });
    const id = await createMember(db());
    const { path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"] });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await call("GET", path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const points = () => db().$queryRaw`SELECT key, points FROM rate_limits ORDER BY key`;
    const before = await points();
    for (let at = 0; at < 5; at += 1) expect((await call("GET", path)).status).toBe(429);
    expect(await points()).toEqual(before);
  });
});
