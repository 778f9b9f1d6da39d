import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import type { PlaceProposal } from "@/lib/features/places/place-answers";
import { call, loggedIn, type Client } from "../../support/api";
import { overlap } from "../../support/databases/overlap";
import { createInstitution } from "../../support/factories";
import { errors, FORBIDDEN, referenceCalls } from "../../support/records/reference";
import { fillGazetteerFirst } from "../../support/databases/gazetteer";

/* Contract §16, "Suggested countries and places". */

const MAX_CHANGED = vi.hoisted(() => 4);
vi.mock("@/lib/model/limits", async (original) => ({
  ...(await original<object>()),
  BULK_MAX_RECORDS: MAX_CHANGED,
}));

const PATH = "/api/institutions/place_proposals";
const [GERMANY, BRITAIN, ITALY, SAN_MARINO, SWITZERLAND, AUSTRIA] = [276, 826, 380, 674, 756, 40];

type List = { total: number; last_page: number; next_page_url: string | null; data: PlaceProposal[] };
type Accepted = { changed: number; remaining: number; batch: string | null };
type Institution = NonNullable<Parameters<typeof createInstitution>[1]>;

fillGazetteerFirst();

let api: Client;
let other: Client;
let reader: Client;
let admin: Client;
beforeAll(async () => {
  [api, other, reader, admin] = await Promise.all([
    loggedIn(),
    loggedIn(),
    loggedIn({ role: "reader" }),
    loggedIn({ role: "admin" }),
  ]);
});
beforeEach(async () => void (await db().$executeRaw`TRUNCATE institutions CASCADE`));

const create = (values: Institution) =>
  createInstitution(db(), { adresse: "", webseite: "", ort: "", land: -1, ...values });
const list = async (query = "") => (await api.get<List>(`${PATH}?${query}`)).json;
const accept = async (body: object, client = api) => (await client.post<Accepted>(`${PATH}/accept`, body)).json;
/** Returns countries and places of institutions. */
const locations = async (...ids: number[]) => {
  const rows = await db().institution.findMany({ where: { partner_institution_id: { in: ids } } });
  return ids.map((id) => {
    const row = rows.find(({ partner_institution_id }) => partner_institution_id === id);
    return [row?.land, row?.ort];
  });
};
/** Returns what is suggested for an institution with some values. */
async function suggestedFor(values: Institution) {
  await create(values);
  const [proposal] = (await list()).data;
  return proposal && [proposal.land?.id, proposal.land?.reason, proposal.ort?.ort];
}

describe("what is suggested", () => {
  it.each<[Institution, (number | string | undefined)[]]>([
    [{ adresse: "Templergraben 55, 52062 Aachen" }, [GERMANY, "address", "Aachen"]],
    [{ adresse: "Via Festa 1, Milano, Italien" }, [ITALY, "address", "Mailand"]],
    [{ adresse: "Milano" }, [ITALY, "address", "Mailand"]],
    [{ adresse: "Oxford, England", webseite: "ox.de" }, [BRITAIN, "address", "Oxford"]],
    [{ adresse: "Frankfurt" }, [GERMANY, "address", "Frankfurt am Main"]],
    [{ adresse: "Freiburg", land: GERMANY }, [undefined, undefined, "Freiburg"]],
    [{ adresse: "Freiburg", webseite: "www.unifr.ch" }, [SWITZERLAND, "domain", undefined]],
    [{ adresse: "Favoriten, Österreich" }, [AUSTRIA, "address", undefined]],
    [{ adresse: "San Marino" }, [SAN_MARINO, "address", undefined]],
    [{ adresse: "Contrada Omerelli 77, San Marino, San Marino" }, [SAN_MARINO, "address", "San Marino"]],
    [{ webseite: "http://www.rwth-aachen.de:8080/a?b=c.fr" }, [GERMANY, "domain", undefined]],
    [{ webseite: "www.rwth-aachen.de", ort: "Aachen" }, [GERMANY, "domain", undefined]],
    [{ adresse: "Aachen", ort: "Würselen" }, [GERMANY, "address", undefined]],
  ])("for an institution with %j it is %j", async (values, expected) => {
    expect(await suggestedFor(values)).toEqual(expected);
  });

  it.each<Institution>([
    {},
    { adresse: "Freiburg" },
    { adresse: "Favoriten" },
    { adresse: "Musterstraße 12, DE" },
    { adresse: "\u0308, \u0301" },
    { webseite: "https://www.rwth-aachen.eu" },
    { webseite: "https://www.uni.io" },
    { ort: "Aachen" },
    { adresse: "Aachen", webseite: "www.rwth-aachen.de", land: AUSTRIA, ort: "Wien" },
    { adresse: "Aachen", webseite: "www.rwth-aachen.de", land: AUSTRIA },
  ])("nothing is suggested for an institution with %j", async (values) => {
    await create(values);
    expect(await list()).toMatchObject({ total: 0, data: [] });
  });

  it("an address names a country by the name that an admin gave it", async () => {
    const lists = referenceCalls(admin);
    await lists.change("laender", ITALY, { land_de: "Italische Republik" });
    expect(await suggestedFor({ adresse: "Via Festa 1, Italische Republik" })).toEqual([ITALY, "address", undefined]);
    await lists.change("laender", ITALY, { land_de: "Italien" });
  });
});

describe("the list of suggestions", () => {
  it("a row has the institution's key, name, address and web address, and both suggestions", async () => {
    const values = { name: "RWTH Aachen", adresse: "52062 Aachen", webseite: "www.rwth-aachen.de" };
    const id = await create(values);
    expect((await list()).data).toEqual([
      {
        partner_institution_id: id,
        ...values,
        land: { id: GERMANY, reason: "address" },
        ort: { ort: "Aachen", reason: "address" },
      },
    ]);
  });

  it("institutions are listed page by page, by their names", async () => {
    for (const name of ["Zoo", "Ärztekammer", "Bund", "Anstalt"])
      await create({ name, webseite: "www.rwth-aachen.de" });
    await create({ name: "Andere" });
    const names = ({ data }: List) => data.map(({ name }) => name);
    const first = await list("pageSize=3");
    expect(first).toMatchObject({ total: 4, last_page: 2, next_page_url: `${PATH}?pageSize=3&pageNo=1` });
    expect(names(first)).toEqual(["Anstalt", "Ärztekammer", "Bund"]);
    expect(names(await list("pageSize=3&pageNo=1"))).toEqual(["Zoo"]);
    expect(await list("pageSize=3&pageNo=2")).toMatchObject({ total: 4, data: [] });
  });

  it.each(["pageNo=-1", "pageSize=0", "pageSize=101", "pageNo=x", "pageNo=1&pageNo=2"])(
    "the list of suggestions refuses %s",
    async (query) => {
      const [name = ""] = query.split("=");
      expect(await api.get(`${PATH}?${query}`)).toMatchObject(errors({ [name]: ["type"] }));
    },
  );

  it("readers see the suggestions", async () => {
    expect((await reader.get(PATH)).status).toBe(200);
  });

  it("suggestions are seen only by users who are logged in", async () => {
    expect((await call("GET", PATH)).status).toBe(401);
  });
});

describe("accepting suggestions", () => {
  it("the named institutions get what is suggested for them, others do not", async () => {
    const [one, two] = [await create({ adresse: "52062 Aachen" }), await create({ webseite: "www.rwth-aachen.de" })];
    expect(await accept({ ids: [one] })).toEqual({
      success: true,
      message: "data_updated",
      changed: 1,
      remaining: 0,
      batch: expect.any(String) as string,
    });
    expect(await locations(one, two)).toEqual([
      [GERMANY, "Aachen"],
      [-1, ""],
    ]);
  });

  it("with `all`, every institution with a suggestion is changed", async () => {
    const ids = [
      await create({ adresse: "52062 Aachen" }),
      await create({ webseite: "www.rwth-aachen.de" }),
      await create({}),
    ];
    expect(await accept({ all: true })).toMatchObject({ changed: 2, remaining: 0 });
    expect(await locations(...ids)).toEqual([
      [GERMANY, "Aachen"],
      [GERMANY, ""],
      [-1, ""],
    ]);
  });

  it.each([
    ["address", [GERMANY, "Aachen"], [-1, ""]],
    ["domain", [-1, ""], [GERMANY, ""]],
  ])("with the reason %s, only values with this reason are set", async (reason, first, second) => {
    const ids = [await create({ adresse: "52062 Aachen" }), await create({ webseite: "www.rwth-aachen.de" })];
    expect(await accept({ all: true, reason })).toMatchObject({ changed: 1, remaining: 0 });
    expect(await locations(...ids)).toEqual([first, second]);
  });

  it("a filled country and a filled place are not replaced", async () => {
    const ids = [
      await create({ adresse: "52062 Aachen", ort: "Würselen" }),
      await create({ adresse: "Freiburg, Deutschland", land: SWITZERLAND }),
    ];
    await accept({ all: true });
    expect(await locations(...ids)).toEqual([
      [GERMANY, "Würselen"],
      [SWITZERLAND, "Freiburg im Üechtland"],
    ]);
  });

  it("ids without a suggestion, without a record and given twice are passed over", async () => {
    const [one, none] = [await create({ adresse: "52062 Aachen" }), await create({})];
    const ids = [one, none, one, 2_147_483_647, 9_999_999_999, 0, -5];
    expect(await accept({ ids })).toMatchObject({ changed: 1, remaining: 0 });
  });

  it("no ids change nothing, and make no batch", async () => {
    await create({ adresse: "52062 Aachen" });
    expect(await accept({ ids: [] })).toMatchObject({ changed: 0, remaining: 0, batch: null });
  });

  it("accepting the second time changes nothing", async () => {
    const id = await create({ adresse: "52062 Aachen" });
    await accept({ ids: [id] });
    expect(await accept({ ids: [id] })).toMatchObject({ changed: 0, remaining: 0, batch: null });
  });

  it("an institution with an error that it had before is changed, too", async () => {
    const id = await create({ adresse: "52062 Aachen" });
    await db().$executeRaw`UPDATE institutions SET email = 'none' WHERE partner_institution_id = ${id}`;
    expect(await accept({ all: true })).toMatchObject({ changed: 1, remaining: 0 });
  });

  it("a call changes the institutions with the smallest ids, and says how many remain", async () => {
    const ids: number[] = [];
    for (let at = 0; at < MAX_CHANGED + 2; at += 1) {
      ids.push(await create({ name: `Haus ${9 - at}`, webseite: "www.rwth-aachen.de" }));
    }
    expect(await accept({ ids: ids.toReversed() })).toMatchObject({ changed: MAX_CHANGED, remaining: 2 });
    expect((await locations(...ids)).map(([land]) => land)).toEqual([GERMANY, GERMANY, GERMANY, GERMANY, -1, -1]);
    expect(await accept({ all: true })).toMatchObject({ changed: 2, remaining: 0 });
  });

  it("one revert brings the suggestions back", async () => {
    const ids = [await create({ adresse: "52062 Aachen" }), await create({ webseite: "www.rwth-aachen.de" })];
    const before = await list();
    const { batch } = await accept({ all: true });
    expect(await list()).toMatchObject({ total: 0 });
    expect((await api.post(`/api/history/batches/${batch}/revert`)).json).toMatchObject({ success: true, changes: 2 });
    expect(await list()).toEqual(before);
    expect(await locations(...ids)).toEqual([
      [-1, ""],
      [-1, ""],
    ]);
  });

  it("of two calls at once, each institution is changed by one", async () => {
    const ids = [await create({ adresse: "52062 Aachen" }), await create({ webseite: "www.rwth-aachen.de" })];
    const answers: Accepted[] = [];
    const accepting = (client: Client) => async () => {
      const { status, json } = await client.post<Accepted>(`${PATH}/accept`, { ids });
      answers.push(json);
      return { status };
    };
    const lock = sql`SELECT 1 FROM institutions ORDER BY 1 FOR UPDATE`;
    expect(await overlap(lock, accepting(api), accepting(other))).toEqual([200, 200]);
    expect(answers.map(({ changed }) => changed).sort()).toEqual([0, 2]);
    expect(await db().change.count({ where: { kind: "institutions", id: { in: ids }, action: "update" } })).toBe(2);
  });

  it("a value that is filled while suggestions are being accepted is kept", async () => {
    const id = await create({ adresse: "52062 Aachen" });
    const fill = sql`UPDATE institutions SET land = ${AUSTRIA} WHERE partner_institution_id = ${id}`;
    let accepted: Accepted | undefined;
    await overlap(fill, async () => {
      const { status, json } = await api.post<Accepted>(`${PATH}/accept`, { ids: [id] });
      accepted = json;
      return { status };
    });
    expect(accepted).toMatchObject({ changed: 0, batch: null });
    expect(await locations(id)).toEqual([[AUSTRIA, ""]]);
  });

  it.each<[object, object]>([
    [{}, { ids: ["required"] }],
    [{ reason: "domain" }, { ids: ["required"] }],
    [{ all: false }, { all: ["type"] }],
    [{ all: "true" }, { all: ["type"] }],
    [{ ids: "1" }, { ids: ["type"] }],
    [{ ids: null }, { ids: ["type"] }],
    [{ ids: [1.5] }, { ids: ["type"] }],
    [{ ids: ["1"] }, { ids: ["type"] }],
    [{ ids: [1], all: true }, { all: ["type"] }],
    [{ all: true, reason: "name" }, { reason: ["type"] }],
    [{ all: true, more: 1 }, { more: ["unknown"] }],
  ])("accepting refuses %j", async (body, expected) => {
    const id = await create({ adresse: "52062 Aachen" });
    expect(await api.post(`${PATH}/accept`, body)).toMatchObject(errors(expected));
    expect(await locations(id)).toEqual([[-1, ""]]);
  });

  it("readers cannot accept suggestions", async () => {
    expect(await reader.post(`${PATH}/accept`, { all: true })).toMatchObject(FORBIDDEN);
  });
});
