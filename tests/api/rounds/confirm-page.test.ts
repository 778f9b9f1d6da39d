import { gzipSync } from "node:zlib";
import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET, HEAD } from "@/app/confirm/[token]/route";
import { definitionOf } from "@/lib/model/kinds/registry";
import { confirmableKinds, roundFieldsOf } from "@/lib/features/rounds/round";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { editRecord } from "@/lib/store/records/edit-records";
import { CONFIRM_POLICY, CONFIRM_STYLE } from "@/lib/base/web/confirm-style";
import { CONTRACT } from "@/prisma/reference-data";
import { call, loggedIn } from "../../support/api";
import { createRecipient } from "../../support/records/confirmations";
import { createAny, createInstitution, createMember, createProject } from "../../support/factories";

/** What pages for recipients may consist of: HTML that does not depend on the browser. */
const ELEMENTS = [
  ...[
    "html",
    "head",
    "meta",
    "title",
    "link",
    "style",
    "body",
    "header",
    "main",
    "footer",
    "nav",
    "section",
    "article",
  ],
  ...[
    "h1",
    "h2",
    "h3",
    "p",
    "div",
    "span",
    "strong",
    "ins",
    "ul",
    "li",
    "dl",
    "dt",
    "dd",
    "a",
    "br",
    "details",
    "summary",
  ],
  ...["form", "fieldset", "legend", "label", "input", "select", "option", "textarea", "button"],
];
const INPUT_TYPES = ["text", "hidden", "checkbox", "email", "tel", "url", "date", "number"];
const ATTRIBUTES = [
  ...[
    "lang",
    "charset",
    "name",
    "content",
    "rel",
    "href",
    "class",
    "id",
    "role",
    "for",
    "type",
    "value",
    "method",
    "action",
  ],
  ...[
    "novalidate",
    "required",
    "checked",
    "selected",
    "autocomplete",
    "maxlength",
    "rows",
    "inputmode",
    "tabindex",
    "form",
    "hreflang",
    "target",
  ],
];

const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function page(token: string, query = "", headers: Record<string, string> = {}) {
  const request = new NextRequest(`http://localhost:3000/confirm/${token}${query}`, { headers });
  const answer = await GET(request, { params: Promise.resolve({ token }) });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

async function send(path: string, fields: Record<string, string | string[]> | string) {
  const form = new URLSearchParams();
  if (typeof fields === "object")
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
  const raw = typeof fields === "string" ? fields : form.toString();
  const answer = await call("POST", path, { raw, headers: FORM });
  return { ...answer, html: new TextDecoder().decode(answer.bytes) };
}

const FELDER = ["vorname", "nachname", "email", "telefon", "titel", "einrichtungen", "status"];
async function createMemberRecipient(values: Parameters<typeof createMember>[1] = {}) {
  const id = await createMember(db(), { telefon: "07171 1", ...values });
  return { id, ...(await createRecipient({ kind: "members", ids: [id], felder: FELDER })) };
}

/** Returns the form data of a page as it would be submitted unchanged, with `changes` applied. */
function formOf(html: string, changes: Record<string, string | string[]> = {}) {
  const fields: Record<string, string[]> = {};
  const unescape = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
  const add = (name: string, value: string) => (fields[name] ??= []).push(unescape(value));
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const [, name = ""] = / name="([^"]*)"/.exec(tag) ?? [];
    const [, value = ""] = / value="([^"]*)"/.exec(tag) ?? [];
    if (name && (!tag.includes('type="checkbox"') || tag.includes(" checked"))) add(name, value);
  }
  for (const [, name = "", inner = ""] of html.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    add(name, /<option value="([^"]*)"\s+selected/.exec(inner)?.[1] ?? "");
  }
  for (const [, name = "", text = ""] of html.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs))
    add(name, text);
  // Matches only the page's form about the record.
  return { ...Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "all")), ...changes };
}

const alertOf = (html: string) => /role="alert".*?(?=<p class="muted">)/s.exec(html)?.[0] ?? "";

/** Returns the digests in the page's first form with a field `name`. */
function seenValueOf(html: string, name: string): string {
  const form = [...html.matchAll(/<form.*?<\/form>/gs)]
    .map(([text]) => text)
    .find((text) => text.includes(`"${name}"`));
  return / name="seen" value="([^"]*)"/.exec(form ?? "")?.[1] ?? "";
}

async function answersOf(recipient_id: number) {
  const records = await db().roundRecord.findMany({ where: { recipient_id }, orderBy: { record_id: "asc" } });
  return records.map(({ answer }) => answer);
}

describe("confirmation pages", () => {
  it("the page says who asks, why and until when, and offers every answer", async () => {
    const { token, id } = await createMemberRecipient({ vorname: "Zoë", nachname: "Müller" });
    const { status, html } = await page(token);
    expect(status).toBe(200);
    for (const text of ["Pädagogische Hochschule", "Kooperationen 2026", "stimmen diese 1 Angaben noch?", "Zoë Müller"])
      expect(html).toContain(text);
    for (const text of ["Alles stimmt", "Ändern", "Nicht mehr tätig", "Falsche Person", "Nicht mehr fragen"])
      expect(html).toContain(text);
    expect(html).toContain(`record=${id}&amp;answer=changed`);
    expect(html).toContain('href="/impressum"');
    expect(html).toContain('href="/datenschutz"');
  });

  it("the page needs no script, cookie, font or file, and is not indexed, stored or sent as referrer", async () => {
    const { token } = await createMemberRecipient();
    const { headers, html } = await page(token);
    expect(html).not.toMatch(/<script|<link(?! rel="icon" href="data:)|<img|@import|url\(|\son\w+=/i);
    expect(html).toContain(`<style>${CONFIRM_STYLE}</style>`);
    expect(headers.get("content-security-policy")).toBe(CONFIRM_POLICY);
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toContain("noindex");
  });

  // Stands for other browsers than Chromium, such as Firefox: what they do not know has no effect.
  it.each(confirmableKinds().map((definition) => [definition.name, definition] as const))(
    "pages about a %s consist of plain HTML, which all browsers know",
    async (_name, definition) => {
      const id = await createAny(db(), definition);
      const felder = roundFieldsOf(definition);
      const { token } = await createRecipient({ kind: definition.apiPath, ids: [id], felder });
      const pages = [await page(token), await page(token, `?record=${id}&answer=changed`)];
      const html = pages.map((each) => each.html.replace(CONFIRM_STYLE, "")).join("");
      const tags = [...html.matchAll(/<([a-z]\w*)(\s[^>]*)?>/g)];
      const unknown = tags.map(([, name = ""]) => name).filter((name) => !ELEMENTS.includes(name));
      expect(unknown).toEqual([]);
      const types = tags
        .filter(([, name]) => name === "input")
        .map(([tag]) => / type="(\w+)"/.exec(tag)?.[1] ?? "text");
      expect(types.filter((type) => !INPUT_TYPES.includes(type))).toEqual([]);
      const attributes = tags.flatMap(([, , rest = ""]) => [
        ...rest.replaceAll(/"[^"]*"/g, "").matchAll(/\s([a-z-]+)/g),
      ]);
      const names = attributes.flatMap(([, name = ""]) => (/^(aria-|data-)/.test(name) ? [] : [name]));
      expect([...new Set(names)].filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
      const forms = tags.filter(([, name]) => name === "form").map(([tag]) => tag);
      expect(forms.length).toBeGreaterThan(1);
      for (const form of forms) expect(form).toMatch(/ method="post" action="\/api\/confirm\//);
    },
  );

  it("the page is in the language of the link, else of the browser", async () => {
    const { token } = await createMemberRecipient();
    expect((await page(token, "", { "accept-language": "en" })).html).toContain("Everything is correct");
    expect((await page(token, "?lang=de", { "accept-language": "en" })).html).toContain("Alles stimmt");
    expect((await page(token, "?lang=en")).html).toContain('<html lang="en">');
  });

  it("the page has at most 60 KB with 100 records", async () => {
    const ids: number[] = [];
    for (let at = 0; at < 100; at += 1) ids.push(await createMember(db(), { adresse: `Weg ${at}, 73525 Ort ${at}` }));
    const felder = roundFieldsOf(definitionOf("member"));
    const { token } = await createRecipient({ kind: "members", ids, felder });
    const { html } = await page(token);
    expect(gzipSync(html).length).toBeLessThan(60_000);
    expect(html).toContain("Bestätigt alle 100 Einträge auf einmal");
  });

  it("the page escapes all characters of texts and values", async () => {
    const injection = `"><script>alert(1)</script>'&`;
    const id = await createMember(db(), { nachname: injection, telefon: injection });
    const { token, path } = await createRecipient({
      ...{
        kind: "members",
        ids: [id],
        felder: ["nachname", "telefon"],
        name: injection,
        titel: injection,
        text_de: `{name} ${injection}`,
      },
    });
    const pages = [await page(token), await page(token, `?record=${id}&answer=changed&lang=%22%3E`)];
    const answer = {
      "answers.0.id": String(id),
      "answers.0.answer": "changed",
      "answers.0.comment": injection + "x".repeat(2_000),
    };
    for (const { html } of [...pages, await send(path, answer)]) {
      expect(html).toContain("&lt;script&gt;");
      expect(html).not.toContain("<script>");
    }
  });

  it("the page says that the due day has passed", async () => {
    const id = await createMember(db());
    const faellig_am = daysLater(dayOf(new Date()), -30);
    const { token } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"], faellig_am });
    expect((await page(token)).html).toContain("Die Frist ist am");
  });

  it("the page says when to try again while the database cannot be reached", async () => {
    const { token } = await createMemberRecipient();
    vi.spyOn(console, "log").mockReturnValue();
    const connectionError = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    vi.spyOn(db(), "$queryRaw").mockRejectedValue(connectionError);
    const { status, headers } = await page(token);
    vi.restoreAllMocks();
    expect([status, headers.get("retry-after"), headers.get("x-robots-tag")]).toEqual([503, "5", "noindex, nofollow"]);
  });

  it("the page is a friendly one in both languages for an unknown token", async () => {
    const { status, headers, html } = await page("confirm_unknown");
    expect(status).toBe(404);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(html).toContain("Dieser Link gilt nicht mehr");
    expect(html).toContain("This link is no longer valid");
  });

  it("the page is no longer available when the round is closed, or 31 days after the due day", async () => {
    const { token, runde_id } = await createMemberRecipient();
    await db().round.update({ where: { runde_id }, data: { status: "closed" } });
    expect((await page(token)).status).toBe(404);
    const id = await createMember(db());
    const faellig_am = daysLater(dayOf(new Date()), -31);
    const recipient = await createRecipient({ kind: "members", ids: [id], felder: ["telefon"], faellig_am });
    expect((await page(recipient.token)).status).toBe(404);
    expect((await call("GET", recipient.path)).json).toEqual({ success: false, message: "token_invalid" });
  });

  it("the page has no questions about a deleted record", async () => {
    const { token, id } = await createMemberRecipient();
    await editRecord(commandContext(), definitionOf("member"), { id, remove: true });
    const { status, html } = await page(token, `?record=${id}&answer=changed`);
    expect(status).toBe(200);
    expect(html).toContain("Diesen Eintrag gibt es nicht mehr");
    expect(html).not.toContain("Alles stimmt");
  });

  describe("pages with more than 100 records", () => {
    let recipient: Awaited<ReturnType<typeof createRecipient>>;
    let ids: number[];
    beforeAll(async () => {
      ids = [];
      for (let at = 0; at < 102; at += 1)
        ids.push(await createMember(db(), { vorname: "Nr", nachname: String(at).padStart(3, "0") }));
      recipient = await createRecipient({ kind: "members", ids, felder: ["nachname", "telefon"] });
    });
    const cards = (html: string) => html.match(/<article/g)?.length ?? 0;

    it("a page has at most 100 records", async () => {
      const first = await page(recipient.token);
      expect([cards(first.html), first.html.includes("Seite 1 von 2")]).toEqual([100, true]);
      expect(first.html).toContain("Bestätigt alle 102 Einträge auf einmal");
      expect(first.html).toContain(`/confirm/${recipient.token}?lang=de&amp;page=2"`);
      const second = await page(recipient.token, "?page=2");
      expect([cards(second.html), second.html.includes("Nr 101"), second.html.includes("Nr 099")]).toEqual([
        ...[2, true, false],
      ]);
    });

    it.each(["page=3", "page=0", "page=x", "at=1", "done=1"])("the first page is shown for %s", async (query) => {
      expect((await page(recipient.token, `?${query}`)).html).toContain("Seite 1 von 2");
    });

    it("a form links back to the page that contains the record", async () => {
      const id = ids[101];
      const { html } = await page(recipient.token, `?record=${id}&answer=changed`);
      expect(html).toContain(`?lang=de&amp;at=${id}#record-${id}"`);
      for (const query of [`?at=${id}`, `?done=${id}`])
        expect((await page(recipient.token, query)).html).toContain("Seite 2 von 2");
    });

    it("the form of one record reads no other records", async () => {
      const reads = vi.spyOn(db(), "$queryRaw");
      await page(recipient.token, `?record=${ids[0]}&answer=changed`);
      const read = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<unknown>));
      const withValues = read.filter((rows) => JSON.stringify(rows).includes('"nachname"')) as unknown[][];
      reads.mockRestore();
      expect(new Set(withValues.map((rows) => rows.length))).toEqual(new Set([1]));
    });

    it("the records of all pages can be confirmed at once", async () => {
      const { html } = await page(recipient.token, "?page=2");
      expect((await send(recipient.path, { all: "confirmed", seen: seenValueOf(html, "all") })).status).toBe(303);
      const { recipient_id } = recipient;
      expect(await db().roundRecord.count({ where: { recipient_id, answer: "confirmed" } })).toBe(102);
    });
  });

  it("HEAD returns the headers of GET", async () => {
    const { token } = await createMemberRecipient();
    const request = new NextRequest(`http://localhost:3000/confirm/${token}`, { method: "HEAD" });
    expect((await HEAD(request, { params: Promise.resolve({ token }) })).status).toBe(200);
  });
});

describe("links with characters that a mail program has added", () => {
  const ADDED = [
    ".",
    ",",
    ";",
    ":",
    "!",
    ")",
    "]",
    "}",
    ">",
    '"',
    "'",
    ">.",
    ")>,",
    "%3E",
    "%3E.",
    "%29",
    "%22%3E",
    "%3F",
  ];

  it("a link with added characters shows its token's page, whose links and forms have only the token", async () => {
    const { token } = await createMemberRecipient();
    for (const added of ADDED) {
      const { status, html } = await page(token + added);
      expect([added, status]).toEqual([added, 200]);
      const tokens = [...html.matchAll(/confirm\/(confirm_[^"?&]*)["?&]/g)].map(([, found]) => found);
      expect([added, [...new Set(tokens)]]).toEqual([added, [token]]);
    }
  });

  it("a link with added characters is answered like the token alone by HEAD, by the API, and by a form", async () => {
    const { token, path } = await createMemberRecipient();
    const request = new NextRequest(`http://localhost:3000/confirm/${token}.`, { method: "HEAD" });
    expect((await HEAD(request, { params: Promise.resolve({ token: `${token}.` }) })).status).toBe(200);
    for (const added of ADDED) expect([added, (await call("GET", path + added)).status]).toEqual([added, 200]);
    const { status, headers } = await send(`${path}%3E`, { all: "confirmed", lang: "de" });
    expect([status, headers.get("location")]).toEqual([303, `/confirm/${token}?lang=de`]);
  });

  it("a link with other characters, or more than a mail program adds, is unknown", async () => {
    const { token, path } = await createMemberRecipient();
    for (const added of ["x", "=", "&gt;", "*", "“", "%253E%C3", ".a", "/", "\u200b", ")".repeat(200)])
      expect([added, (await page(token + added)).status]).toEqual([added, 404]);
    expect((await call("GET", `${path}*`)).status).toBe(404);
    expect((await page(`<${token}>`)).status).toBe(404);
  });
});

describe("forms of the page", () => {
  it("a form confirms all records at once", async () => {
    const ids = [await createMember(db()), await createMember(db()), await createMember(db())];
    const { token, path, recipient_id } = await createRecipient({ kind: "members", ids, felder: FELDER });
    const { status, headers } = await send(path, { all: "confirmed", lang: "en" });
    expect([status, headers.get("location")]).toEqual([303, `/confirm/${token}?lang=en`]);
    expect(await db().roundRecord.count({ where: { recipient_id, answer: "confirmed" } })).toBe(3);
    expect((await page(token)).html).toContain("Vielen Dank!");
  });

  it("forms lead back to the record while others have no answer, then to the thanks", async () => {
    const ids = [await createMember(db()), await createMember(db())];
    const { path } = await createRecipient({ kind: "members", ids, felder: FELDER });
    const confirm = (id = 0) => send(path, { "answers.0.id": String(id), "answers.0.answer": "confirmed" });
    expect((await confirm(ids[0])).headers.get("location")).toMatch(`#record-${ids[0]}`);
    expect((await confirm(ids[1])).headers.get("location")).not.toContain("#");
  });

  it("a form confirms the remaining records, and no others", async () => {
    const ids = [await createMember(db()), await createMember(db())];
    const { path, recipient_id } = await createRecipient({ kind: "members", ids, felder: FELDER });
    await send(path, { "answers.0.id": String(ids[0]), "answers.0.answer": "ended" });
    await send(path, { all: "confirmed" });
    const answers = await db().roundRecord.findMany({ where: { recipient_id }, orderBy: { record_id: "asc" } });
    expect(answers.map(({ answer }) => answer)).toEqual(["ended", "confirmed"]);
  });

  it("forms send only the recipient's changes", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient();
    const { html } = await page(token, `?record=${id}&answer=changed`);
    // Staff change another field while the form is open.
    await editRecord(commandContext(), definitionOf("member"), { id, set: { vorname: "Neu" } });
    const { status, headers } = await send(path, formOf(html, { "answers.0.changes.telefon": "07171 22" }));
    expect([status, headers.get("location")]).toEqual([303, `/confirm/${token}?lang=de&done=${id}`]);
    const saved = await db().proposal.findMany({ where: { recipient_id } });
    expect(saved).toMatchObject([{ field: "telefon", value: "07171 22", now: "07171 1" }]);
  });

  it("a form without changes is a confirmation", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient();
    const { html } = await page(token, `?record=${id}&answer=changed`);
    await send(path, formOf(html));
    expect(await db().roundRecord.findFirst({ where: { recipient_id } })).toMatchObject({ answer: "confirmed" });
  });

  it("forms show earlier changes again, so that these are kept when another one is added", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient();
    const first = await page(token, `?record=${id}&answer=changed`);
    await send(path, formOf(first.html, { "answers.0.changes.telefon": "2", "answers.0.comment": "Danke" }));
    const second = await page(token, `?record=${id}&answer=changed`);
    expect(second.html).toContain("Bisher: 07171 1");
    await send(path, formOf(second.html, { "answers.0.changes.nachname": "Meier" }));
    const open = await db().proposal.findMany({
      where: { recipient_id, state: "open" },
      orderBy: { proposal_id: "asc" },
    });
    expect(open).toMatchObject(
      [
        { field: "nachname", value: "Meier", comment: "Danke" },
        { field: "telefon", value: "2", comment: "Danke" },
      ].sort((a, b) => FELDER.indexOf(a.field) - FELDER.indexOf(b.field)),
    );
  });

  it("forms change and empty lists of entries by checkboxes", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient({ einrichtungen: [1, 2] });
    const { html } = await page(token, `?record=${id}&answer=changed`);
    const sent = formOf(html, { "answers.0.changes.einrichtungen": ["2", "3"] });
    expect((await send(path, sent)).status).toBe(303);
    expect(await db().proposal.findMany({ where: { recipient_id } })).toMatchObject([
      { field: "einrichtungen", value: [2, 3], now: [1, 2] },
    ]);
    const { "answers.0.changes.status": _, ...without } = formOf(html);
    const refused = await send(path, without as Record<string, string[]>);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Bitte füllen Sie dieses Feld aus");
  });

  it("forms take a country by its name, in either language or in use, and show one that they do not know again", async () => {
    const record = await createInstitution(db(), { land: 276 });
    const { token, path, recipient_id } = await createRecipient({
      kind: "institutions",
      ids: [record],
      felder: ["land", "ort"],
    });
    const { html } = await page(token, `?record=${record}&answer=changed`);
    expect(html).not.toContain("Afghanistan");
    expect(html).toMatch(/name="answers\.0\.changes\.land"[^>]*value="Deutschland"/);
    const country = (name: string) => send(path, formOf(html, { "answers.0.changes.land": name }));
    const refused = await country("Österreihc");
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="Österreihc"');
    for (const [name, land] of [
      ["Österreich", 40],
      ["SWITZERLAND", 756],
      ["England", 826],
      ["", -1],
    ] as const) {
      expect((await country(name)).status, name).toBe(303);
      expect(await db().proposal.findMany({ where: { recipient_id } })).toMatchObject([
        { field: "land", value: land, now: 276 },
      ]);
    }
    // The same country under another name is no change.
    await country("Germany");
    expect(await db().roundRecord.findFirst({ where: { recipient_id } })).toMatchObject({ answer: "confirmed" });
  });

  it("refused forms are shown again with all entered values and the error beside its field", async () => {
    const { token, path, id } = await createMemberRecipient();
    const { html } = await page(token, `?record=${id}&answer=changed&lang=en`);
    const sent = formOf(html, {
      "answers.0.changes.email": "keine Adresse",
      "answers.0.changes.telefon": "0711 <neu>",
      "answers.0.comment": "Zeile 1\r\nZeile 2",
    });
    const refused = await send(path, sent);
    expect(refused.status).toBe(422);
    expect(refused.headers.get("content-type")).toContain("text/html");
    expect(refused.html).toContain('href="#f-changes-email"');
    expect(refused.html).toMatch(
      /id="f-changes-email"[^>]*aria-describedby="[^"]*f-changes-email-error"[^>]*aria-invalid="true"[^>]*value="keine Adresse"/,
    );
    expect(refused.html).toContain('value="0711 &lt;neu&gt;"');
    expect(refused.html).toContain("Zeile 1\nZeile 2</textarea>");
    expect(refused.html).toContain("<title>Error: ");
    expect(refused.html).toContain("The email address is missing the @ sign");
  });

  it("a text with line breaks has a text area with as many rows as lines, and keeps its breaks", async () => {
    const lines = "Haus 3\n\nWeg 1, 50923 Köln";
    const id = await createMember(db(), { adresse: lines, telefon: "+49 1\n+49 2", email: "a@example.org" });
    const felder = ["adresse", "telefon", "email"];
    const { token, path, recipient_id } = await createRecipient({ kind: "members", ids: [id], felder });
    const { html } = await page(token, `?record=${id}&answer=changed`);
    expect(html).toMatch(/<textarea id="f-changes-adresse"[^>]* rows="3">\nHaus 3\n\nWeg 1, 50923 Köln<\/textarea>/);
    expect(html).toMatch(/<textarea id="f-changes-telefon"[^>]* rows="2">/);
    expect(html).toMatch(/<input type="email"\s+id="f-changes-email"/);
    // Browsers send the breaks of text areas as CRLF.
    const sent = Object.entries(formOf(html)).map(([name, values]) => [
      name,
      [values].flat().map((value) => value.replaceAll("\n", "\r\n")),
    ]);
    expect((await send(path, Object.fromEntries(sent))).status).toBe(303);
    expect(await db().proposal.count({ where: { recipient_id } })).toBe(0);
    expect(await answersOf(recipient_id)).toEqual(["confirmed"]);
    const changed = { ...Object.fromEntries(sent), "answers.0.changes.adresse": "Haus 4\r\n50923 Köln" };
    expect((await send(path, changed)).status).toBe(303);
    expect(await db().proposal.findMany({ where: { recipient_id } })).toMatchObject([
      { field: "adresse", now: lines, value: "Haus 4\n50923 Köln" },
    ]);
    expect((await page(token, `?record=${id}&answer=changed`)).html).toContain("Haus 3, Weg 1, 50923 Köln");
  });

  it("forms read days of browsers without a date picker, and show invalid ones again", async () => {
    const id = await createProject(db(), {
      vertragsgrundlage: 1,
      projektbeginn: "2026-01-01",
      projektende: "2027-01-01",
    });
    const { path, recipient_id } = await createRecipient({ kind: "projects", ids: [id], felder: ["projektende"] });
    const answer = {
      "answers.0.id": String(id),
      "answers.0.answer": "changed",
      "answers.0.was.projektende": "2027-01-01",
    };
    const wrong = await send(path, { ...answer, "answers.0.changes.projektende": "nächstes Jahr" });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('value="nächstes Jahr"');
    await send(path, { ...answer, "answers.0.changes.projektende": "31.12.2028" });
    expect(await db().proposal.findMany({ where: { recipient_id } })).toMatchObject([{ value: "2028-12-31" }]);
  });

  it("a form names a successor, and reports an invalid address", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient();
    const { html } = await page(token, `?record=${id}&answer=not_mine`);
    const entered = formOf(html, { "answers.0.successor.nachname": "Neu", "answers.0.successor.email": "neu@" });
    const refused = await send(path, entered);
    expect(refused.html).toContain('value="neu@"');
    expect(refused.html).toContain("Hinter dem @ fehlt die vollständige Domain");
    await send(path, { ...entered, "answers.0.successor.email": "neu@ph.example" });
    expect(await db().proposal.findMany({ where: { recipient_id } })).toMatchObject([
      { answer: "not_mine", successor: { vorname: "", nachname: "Neu", email: "neu@ph.example" } },
    ]);
    expect((await page(token)).html).toContain("Neu neu@ph.example");
  });

  it("a form declines further mails", async () => {
    const { token, path, recipient_id } = await createMemberRecipient();
    expect((await send(path, { declined: "true" })).status).toBe(303);
    expect((await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id } })).state).toBe("declined");
    expect((await page(token)).html).toContain("Sie bekommen zu dieser Anfrage keine E-Mails mehr.");
  });

  it.each(["deleted", "merged"])(
    "forms show all values that were entered about a record that was %s meanwhile",
    async (change) => {
      const { token, path, id } = await createMemberRecipient({ nachname: "Weg" });
      const { html } = await page(token, `?record=${id}&answer=changed`);
      if (change === "deleted") await editRecord(commandContext(), definitionOf("member"), { id, remove: true });
      else await (await loggedIn()).post(`/api/members/${await createMember(db())}/merge`, { drop: id });
      const entered = { "answers.0.changes.telefon": "0711 <neu>", "answers.0.changes.einrichtungen": ["2"] };
      const successor = { "answers.0.successor.nachname": "Neu", "answers.0.successor.email": "neu@ph.example" };
      const refused = await send(
        path,
        formOf(html, { ...entered, ...successor, "answers.0.comment": "Eine Anmerkung" }),
      );
      expect(refused.status).toBe(422);
      const alert = alertOf(refused.html);
      expect(alert).toMatch(/Diesen Eintrag gibt es inzwischen nicht mehr: [^<]*Weg/);
      for (const text of ["Telefon", "0711 &lt;neu&gt;", "Eine Anmerkung", "Neu neu@ph.example"])
        expect(alert).toContain(text);
      // The unchanged fields are no input, and entries have names.
      expect(alert).not.toContain("Nachname");
      expect(alert).not.toMatch(/<dd[^>]*>2</);
    },
  );

  it("forms say that a record that was only confirmed is deleted", async () => {
    const { path, id } = await createMemberRecipient();
    await editRecord(commandContext(), definitionOf("member"), { id, remove: true });
    const { html } = await send(path, { "answers.0.id": String(id), "answers.0.answer": "confirmed" });
    expect(alertOf(html)).toContain("Diesen Eintrag gibt es inzwischen nicht mehr");
    expect(alertOf(html)).not.toContain("<dl>");
  });

  it("forms show the value of a field that the round has lost meanwhile", async () => {
    const { token, path, id, runde_id } = await createMemberRecipient();
    const { html } = await page(token, `?record=${id}&answer=changed`);
    await db().round.update({ where: { runde_id }, data: { felder: ["email"] } });
    const sent = formOf(html, { "answers.0.changes.telefon": "07171 22", "answers.0.comment": "Bleibt" });
    const refused = await send(path, sent);
    expect(refused.status).toBe(422);
    expect(alertOf(refused.html)).toContain("telefon: Diese Angabe lässt sich hier inzwischen nicht mehr ändern");
    expect(alertOf(refused.html)).toContain("07171 22");
    expect(refused.html).toContain("Bleibt</textarea>");
  });

  it("forms show the value of a field that the record does not have any more", async () => {
    const dates = { projektbeginn: "2026-01-01", projektende: "2027-01-01" };
    const id = await createProject(db(), { vertragsgrundlage: CONTRACT.fixedTerm, ...dates });
    const felder = ["projektbeginn", "projektende"];
    const { token, path } = await createRecipient({ kind: "projects", ids: [id], felder });
    const { html } = await page(token, `?record=${id}&answer=changed`);
    const set = { vertragsgrundlage: CONTRACT.openEnded, projektende: null };
    await editRecord(commandContext(), definitionOf("project"), { id, set });
    const refused = await send(path, formOf(html, { "answers.0.changes.projektende": "2029-12-31" }));
    expect(refused.status).toBe(422);
    expect(alertOf(refused.html)).toContain("Projektende: Diese Angabe");
    expect(alertOf(refused.html)).toContain("2029-12-31");
  });

  it.each([
    ["1,001 fields", Array.from({ length: 1_001 }, (_, at) => `answers.0.changes.x${at}=1`).join("&")],
    ["more than 25,000 values of one field", "lang=de&".repeat(25_001)],
  ])("forms with %s are refused", async (_, raw) => {
    const { path } = await createMemberRecipient();
    const { status, bytes } = await call("POST", path, { raw, headers: FORM });
    expect([status, new TextDecoder().decode(bytes)]).toEqual([422, expect.stringContaining("<h1>")]);
  });

  it("forms use the last of repeated values", async () => {
    const { path, id, recipient_id } = await createMemberRecipient();
    const raw = `answers.0.id=1&answers.0.id=${id}&answers.0.answer=changed&answers.0.answer=confirmed`;
    expect((await call("POST", path, { raw, headers: FORM })).status).toBe(303);
    expect(await answersOf(recipient_id)).toEqual(["confirmed"]);
  });

  it.each(["+", "%0A", "+%0D%0A", "%C2%AD"])("forms of 250 KB of %s take less than a second", async (character) => {
    const { path, id } = await createMemberRecipient();
    const named = { "answers.0.id": String(id), "answers.0.answer": "changed", "answers.0.was.telefon": "1" };
    const raw = `${new URLSearchParams(named)}&answers.0.changes.telefon=x${character.repeat(250_000 / character.length)}x`;
    const cpuBefore = process.cpuUsage();
    expect((await call("POST", path, { raw, headers: FORM })).status).toBe(422);
    expect(process.cpuUsage(cpuBefore).user).toBeLessThan(1_000_000);
  });

  it("a form does not confirm a record that was edited after it was shown", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient({ telefon: "07171 1" });
    const { html } = await page(token);
    await editRecord(commandContext(), definitionOf("member"), { id, set: { telefon: "07171 99" } });
    const confirmed = { "answers.0.id": String(id), "answers.0.answer": "confirmed" };
    const refused = await send(path, { ...confirmed, seen: seenValueOf(html, "answers.0.id") });
    expect(refused.status).toBe(422);
    expect(alertOf(refused.html)).toContain("Diese Angaben wurden inzwischen geändert");
    expect(refused.html).toContain("07171 99");
    expect(await answersOf(recipient_id)).toEqual([null]);
    expect((await db().member.findUniqueOrThrow({ where: { ph_id: id } })).bestaetigt_am).toBeNull();
    expect((await send(path, { ...confirmed, seen: seenValueOf(refused.html, "answers.0.id") })).status).toBe(303);
    expect(await answersOf(recipient_id)).toEqual(["confirmed"]);
  });

  it("a form confirms a record of which only fields were edited that the page does not show", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient();
    const { html } = await page(token);
    await editRecord(commandContext(), definitionOf("member"), { id, set: { kommentare: "Neu" } });
    const confirmed = { "answers.0.id": String(id), "answers.0.answer": "confirmed" };
    expect((await send(path, { ...confirmed, seen: seenValueOf(html, "answers.0.id") })).status).toBe(303);
    expect(await answersOf(recipient_id)).toEqual(["confirmed"]);
  });

  it("a form confirms all records except those that were edited after they were shown", async () => {
    const ids = [await createMember(db()), await createMember(db(), { nachname: "Neuling" }), await createMember(db())];
    const { token, path, recipient_id } = await createRecipient({ kind: "members", ids, felder: FELDER });
    const { html } = await page(token);
    await editRecord(commandContext(), definitionOf("member"), { id: ids[1] ?? 0, set: { telefon: "07171 99" } });
    const refused = await send(path, { all: "confirmed", seen: seenValueOf(html, "all") });
    expect(refused.status).toBe(422);
    expect(alertOf(refused.html)).toContain("Neuling");
    expect(await answersOf(recipient_id)).toEqual(["confirmed", null, "confirmed"]);
  });

  it("a form without changes is no confirmation of a record that was edited meanwhile", async () => {
    const { token, path, id, recipient_id } = await createMemberRecipient();
    const { html } = await page(token, `?record=${id}&answer=changed`);
    await editRecord(commandContext(), definitionOf("member"), { id, set: { vorname: "Neu" } });
    expect((await send(path, formOf(html))).status).toBe(422);
    expect(await answersOf(recipient_id)).toEqual([null]);
  });

  it("forms are answered with a page when the record is deleted meanwhile or the token is unknown", async () => {
    const { path, id } = await createMemberRecipient();
    await editRecord(commandContext(), definitionOf("member"), { id, remove: true });
    const response = await send(path, { "answers.0.id": String(id), "answers.0.answer": "changed" });
    expect(response.status).toBe(422);
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
    expect(response.html).toContain("Diesen Eintrag gibt es nicht mehr");
    const unknown = await send("/api/confirm/confirm_unknown", { all: "confirmed" });
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain("Dieser Link gilt nicht mehr");
  });
});

describe("malformed bodies", () => {
  const recipient = createMemberRecipient;

  it.each([
    ["duplicate fields", "answers.0.id=1&answers.0.id=2&answers.0.answer=confirmed&answers.0.answer=ended", 422],
    ["nested names", "answers[0][id]=1&answers.0.changes.__proto__=1&answers.0.changes.a.b.c=2", 422],
    ["an endless number", `answers.0.id=${"9".repeat(400)}&answers.0.answer=changed`, 422],
    ["percent-encoded bytes that are no UTF-8", "answers.0.id=%FF%FE&answers.0.answer=%C3", 422],
    ["nothing", "", 422],
    ["no answer", "answers.0.answer=&declined=maybe", 422],
    ["NUL", "answers.0.id=1&answers.0.answer=changed&answers.0.comment=%00", 422],
    ["1 MB", `answers.0.comment=${"x".repeat(1_048_576)}`, 413],
  ])("bodies with %s are refused", async (_, raw, status) => {
    const { path } = await recipient();
    expect((await send(path, raw)).status).toBe(status);
  });

  it("bodies that are no UTF-8 are refused", async () => {
    const { path } = await recipient();
    for (const [type, status] of [
      ["application/x-www-form-urlencoded", 400],
      ["application/json", 400],
      ["text/plain", 415],
      ["multipart/form-data; boundary=x", 415],
    ] as const) {
      const raw = new Uint8Array([0x61, 0xff, 0xfe, 0x3d]);
      expect((await call("POST", path, { raw, headers: { "content-type": type } })).status).toBe(status);
    }
  });

  it.each([
    ['{"answers":[{"__proto__":{"id":1},"kind":"members","id":1,"answer":"changed","changes":{"__proto__":1}}]}', 422],
    ['{"answers":{"length":1e9}}', 422],
    ['{"answers":[null,1,"x",[]]}', 422],
    ['{"answers":[{"kind":"members","id":1e400,"answer":"confirmed"}]}', 422],
    ['{"answers":[{"kind":"members","id":1,"answer":"changed","changes":{"telefon":{"a":[1]},"titel":1e300}}]}', 422],
    [`{"answers":${"[".repeat(3_000)}${"]".repeat(3_000)}}`, 422],
    ['{"declined":false}', 422],
    ["[]", 400],
  ])("JSON bodies are refused: %.60s", async (raw, status) => {
    const { path } = await recipient();
    expect((await call("POST", path, { raw, headers: { "content-type": "application/json" } })).status).toBe(status);
  });

  it("bodies of up to 256 KB are read", async () => {
    const { path, id } = await recipient();
    const answer = { kind: "members", id, answer: "confirmed", comment: "x".repeat(240_000) };
    expect((await call("POST", path, { body: { answers: [answer] } })).status).toBe(422);
    answer.comment = "x".repeat(270_000);
    expect((await call("POST", path, { body: { answers: [answer] } })).status).toBe(413);
  });
});
