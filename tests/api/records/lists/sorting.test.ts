import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

/*
 * In the records of these tests every sortable column (contract §2) has a different order. Sorting
 * by a wrong column, by the wrong language or not at all is therefore detected.
 */

type Body = Record<string, unknown>;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/** For each sortable column, the positions of the four records when sorted by it. */
const ORDERS = [
  [3, 0, 2, 1],
  [1, 3, 0, 2],
  [2, 1, 3, 0],
  [0, 2, 1, 3],
  [3, 1, 0, 2],
] as const;
/** Four words in the order of German collation, which sorts Ä like A and ß like ss. */
const WORDS = ["Abend", "Ähre", "Azur", "Straße"];
const DAYS = ["2026-01-31", "2026-02-28", "2026-03-01", "2026-12-31"];
const RECORDS = [0, 1, 2, 3] as const;

/**
 * Returns the value of a record in a text column, which gives the record its position in `ORDERS`.
 */
const word = (column: number, record: number) => String(WORDS[ORDERS[column]?.[record] ?? 0]);
const address = (column: number, record: number) => `${"abcd"[ORDERS[column]?.[record] ?? 0]}@example.org`;
const day = (column: number, record: number) => String(DAYS[ORDERS[column]?.[record] ?? 0]);

type Kind = {
  key: string;
  /** The sortable columns, in the order of `ORDERS`. */
  columns: string[];
  aliases?: Record<string, string>;
  values: (record: number, mark: string) => Promise<Body>;
};

const kinds = {
  members: {
    key: "ph_id",
    columns: ["nachname", "vorname", "email", "institut_name_de", "institut_name_en"],
    aliases: { surname: "nachname" },
    values: async (record, kommentare) => {
      const data = { institut_name_de: word(3, record), institut_name_en: word(4, record) };
      const { institut_id: institut } = await db().institut.create({ data });
      const [nachname, vorname, email] = [word(0, record), word(1, record), address(2, record)];
      return memberValues({ nachname, vorname, email, institut, kommentare });
    },
  },
  projects: {
    key: "projekt_id",
    columns: ["projekt_titel", "projektstatus_de", "projektstatus_en", "projektbeginn", "projektende"],
    aliases: { title: "projekt_titel" },
    values: async (record, kommentare) => {
      const data = { projektstatus_de: word(1, record), projektstatus_en: word(2, record) };
      const { projektstatus_id: status } = await db().projektstatus.create({ data });
      const dates = { projektbeginn: day(3, record), projektende: day(4, record).replace("2026", "2027") };
      return projectValues({ projekt_titel: word(0, record), status, vertragsgrundlage: 1, ...dates, kommentare });
    },
  },
  institutions: {
    key: "partner_institution_id",
    columns: ["name", "organisationsform_de", "organisationsform_en"],
    values: async (record, kommentare) => {
      const data = { organisationsform_de: word(1, record), organisationsform_en: word(2, record) };
      const { ogf_id: organisationsform } = await db().organisationsform.create({ data });
      return institutionValues({ name: word(0, record), organisationsform, kommentare });
    },
  },
  persons: {
    key: "person_id",
    columns: ["nachname", "vorname", "email"],
    aliases: { surname: "nachname" },
    values: async (record, kommentare) =>
      personValues({ nachname: word(0, record), vorname: word(1, record), email: address(2, record), kommentare }),
  },
  thematicfields: {
    key: "themenfeld_id",
    columns: ["themenfeld_de", "themenfeld_en"],
    values: async (record, mark) =>
      thematicFieldValues({
        themenfeld_de: `${word(0, record)} ${mark}`,
        themenfeld_en: `${word(1, record)} ${mark}`,
      }),
  },
} satisfies Record<string, Kind>;

describe.each(Object.entries<Kind>(kinds))("%s", (path, { key, columns, aliases = {}, values }) => {
  const mark = `zqsort${path}`;
  let ids: number[];

  beforeAll(async () => {
    ids = [];
    for (const record of RECORDS) {
      const body = await values(record, mark);
      const { json } = await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, body);
      ids.push(json.data.lastId);
    }
  });

  /** Returns the listed records as indexes into the order of their creation. */
  const listed = async (sort: Record<string, string>) => {
    const query = new URLSearchParams({ filter: mark, ...sort });
    const { json } = await api.get<{ data: Body[] }>(`/api/${path}?${query}`);
    return json.data.map((row) => ids.indexOf(Number(row[key])));
  };
  const expected = (column: number) =>
    [...RECORDS].sort((one, other) => (ORDERS[column]?.[one] ?? 0) - (ORDERS[column]?.[other] ?? 0));

  it.each([...columns, ...Object.keys(aliases)])(
    "records are sorted by %s by German collation, in both directions",
    async (sortBy) => {
      const order = expected(columns.indexOf(aliases[sortBy] ?? sortBy));
      expect(await listed({ sortBy, sortOrder: "asc" })).toEqual(order);
      expect(await listed({ sortBy, sortOrder: "desc" })).toEqual(order.reverse());
    },
  );

  it("records are sorted by their first column by default", async () => {
    expect(await listed({})).toEqual(expected(0));
  });
});
