import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Change } from "@/lib/features/history/history-answers";
import type { ProposalRow } from "@/lib/features/rounds/proposal-answers";
import { CONFIRM_ANSWERS } from "@/lib/features/rounds/round";
import { db } from "@/lib/store/database/client";
import { getAt } from "@/lib/model/pure/get-at";
import { call, loggedIn, type Client } from "../../support/api";
import { createInstitution, createPerson } from "../../support/factories";
import type { Body } from "../../support/records/history";
import { startedRound, tokenOf } from "../../support/records/rounds";

/*
 * Contract §§14, 15: no order of answers, edits by staff, accepts, rejects, reverts and merges loses
 * or invents a value. For more runs: `ANSWER_PROPERTY_RUNS=200 npm run test:api -- answers-properties`.
 */

const RUNS = Number(process.env.ANSWER_PROPERTY_RUNS || 25);
const RECORDS = 2;
const RECIPIENTS = 2;
const FIELDS = ["adresse", "abteilung"] as const;

const record = fc.nat(RECORDS - 1);
const fields = fc.subarray([...FIELDS], { minLength: 1 });
/** Which of the latest changes is reverted: often the last one, so that merges are undone. */
const which = fc.oneof(fc.constant(0), fc.nat(11));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      recipient: fc.nat(RECIPIENTS - 1),
      record,
      answer: fc.constantFrom("changed" as const, "changed" as const, ...CONFIRM_ANSWERS),
      fields,
      comment: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), record, fields }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("accept" as const),
      which: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
      force: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reject" as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("revert" as const), which, force: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("merge" as const), keep: record }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

type Values = Record<string, unknown>;
type World = {
  runde_id: number;
  /** The addresses and tokens of the recipients. */
  emails: string[];
  tokens: string[];
  ids: number[];
  /** The values of the records that exist, by their ids. */
  stored: Map<number, Values>;
  /** What a field of a record may contain: initial values, those of edits, and accepted proposals. */
  known: Map<string, Set<unknown>>;
  /** What recipients proposed and have not replaced, with the record that they were asked about. */
  proposed: { id: number; field: string; value: string }[];
};

let api: Client;
let counter = 0;
beforeAll(async () => {
  api = await loggedIn();
});

const newValue = (from: string) => `${from} ${(counter += 1)}`;
const placeOf = (id: number, field: string) => `${id} ${field}`;
const allow = ({ known }: World, id: number, field: string, value: unknown) => {
  const place = placeOf(id, field);
  known.set(place, (known.get(place) ?? new Set()).add(value));
};
const addressOf = (name: string) => `${name}@partner.example`;
const newValues = (from: string, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, newValue(from)]));

async function begin(): Promise<World> {
  const people = Array.from({ length: RECIPIENTS }, () => newValue("person").replace(" ", "."));
  const persons = await Promise.all(people.map((name) => createPerson(db(), { email: addressOf(name) })));
  const word = newValue("Runde").replace(" ", "");
  const ids = await Promise.all(
    Array.from({ length: RECORDS }, () =>
      createInstitution(db(), { ...newValues("initial", FIELDS), name: newValue(word) }),
    ),
  );
  for (const id of ids) {
    for (const person of persons) {
      const path = `/api/institutions/persons/${id}/${person}`;
      expect((await api.post(path, { hauptkontakt: true })).status).toBe(200);
    }
  }
  const runde_id = await startedRound(api, {
    kind: "institutions",
    query: `filter=${word}`,
    an: "contacts",
    felder: [...FIELDS],
  });
  const emails = people.map(addressOf);
  const tokens = await Promise.all(emails.map((email) => tokenOf(runde_id, email)));
  const world: World = { runde_id, emails, tokens, ids, stored: await read(ids), known: new Map(), proposed: [] };
  for (const [id, values] of world.stored) {
    for (const [field, value] of Object.entries(values)) allow(world, id, field, value);
  }
  return world;
}

/** Reads the values of the records that exist. */
async function read(ids: readonly number[]): Promise<Map<number, Values>> {
  const found = await Promise.all(ids.map((id) => api.get<{ data: Body }>(`/api/institutions/${id}`)));
  return new Map(
    found.flatMap(({ status, json }, index) => {
      expect([200, 404]).toContain(status);
      if (status === 404) return [];
      return [[getAt(ids, index), Object.fromEntries(FIELDS.map((name) => [name, json.data[name]]))]];
    }),
  );
}

const proposalsOf = async ({ runde_id }: World, query = ""): Promise<ProposalRow[]> =>
  (await api.get<{ data: ProposalRow[] }>(`/api/proposals?pageSize=100&runde_id=${runde_id}${query}`)).json.data;

/** Takes one step and asserts what it did. */
async function take(world: World, asked: Step): Promise<void> {
  const before = world.stored;
  switch (asked.do) {
    case "answer":
      await answer(world, asked);
      // An answer writes no value.
      expect(await read(world.ids)).toEqual(before);
      break;
    case "edit": {
      const values = newValues("edited", asked.fields);
      const id = getAt(world.ids, asked.record);
      const { status } = await api.put(`/api/institutions/${id}`, values);
      expect(status).toBe(before.has(id) ? 200 : 404);
      for (const [field, value] of Object.entries(values)) allow(world, id, field, value);
      break;
    }
    case "accept":
      await accept(world, asked);
      break;
    case "reject": {
      const open = await proposalsOf(world, "&state=open");
      const one = open[asked.which % Math.max(open.length, 1)];
      if (!one) break;
      expect((await api.post(`/api/proposals/${one.proposal_id}/reject`)).status).toBe(200);
      expect(await read(world.ids)).toEqual(before);
      break;
    }
    case "revert": {
      const { json } = await api.get<{ data: Change[] }>("/api/history?kind=institutions&pageSize=12");
      const change = getAt(json.data, asked.which % json.data.length);
      if (!world.ids.includes(change.id)) break;
      const path = change.batch ? `batches/${change.batch}` : change.change_id;
      const { status } = await api.post(`/api/history/${path}/revert`, { force: asked.force });
      expect([200, 404, 409]).toContain(status);
      if (change.source === "round" && change.user === null) expect(status).toBe(409);
      break;
    }
    case "merge": {
      const [keep, drop] = [getAt(world.ids, asked.keep), getAt(world.ids, 1 - asked.keep)];
      expect([200, 404]).toContain((await api.post(`/api/institutions/${keep}/merge`, { drop })).status);
      break;
    }
  }
  world.stored = await read(world.ids);
}

async function answer(world: World, asked: Extract<Step, { do: "answer" }>): Promise<void> {
  const id = getAt(world.ids, asked.record);
  const changes = asked.answer === "changed" ? newValues("answered", asked.fields) : undefined;
  const comment = asked.comment ? newValue("comment") : undefined;
  const open = await proposalsOf(world, "&state=open");
  const { status, json } = await call("POST", `/api/confirm/${getAt(world.tokens, asked.recipient)}`, {
    body: { answers: [{ kind: "institutions", id, answer: asked.answer, changes, comment }] },
  });
  if (!world.stored.has(id)) {
    expect(status).toBe(422);
    return;
  }
  expect(status, JSON.stringify(json)).toBe(200);
  // The answer deletes what the same recipient proposed before, and is still open.
  const left = new Set((await proposalsOf(world)).map(({ proposal_id }) => proposal_id));
  const deleted = open.filter(({ proposal_id }) => !left.has(proposal_id));
  for (const { source } of deleted) expect(source.email).toBe(getAt(world.emails, asked.recipient));
  const isDeleted = ({ field, value }: { field: string; value: string }) =>
    deleted.some((one) => one.field === field && one.value === value);
  world.proposed = world.proposed.filter((one) => !isDeleted(one));
  for (const [field, value] of Object.entries(changes ?? {})) world.proposed.push({ id, field, value: String(value) });
}

async function accept(world: World, asked: Extract<Step, { do: "accept" }>): Promise<void> {
  const open = await proposalsOf(world, "&state=open");
  if (open.length === 0) return;
  const ids = [...new Set(asked.which.map((which) => getAt(open, which % open.length).proposal_id))];
  const before = world.stored;
  const { status, json } = await api.post<{ accepted: number; refused: { id: number; message: string }[] }>(
    "/api/proposals/accept",
    { ids, force: asked.force },
  );
  expect(status, JSON.stringify(json)).toBe(200);
  const refused = new Set(json.refused.map(({ id }) => id));
  expect(json.accepted + refused.size).toBe(ids.length);
  const accepted = open.filter(({ proposal_id }) => ids.includes(proposal_id) && !refused.has(proposal_id));
  const after = await read(world.ids);
  for (const { id, field, now, value } of accepted) {
    if (field === null) continue;
    allow(world, id, field, value);
    // A proposal about another record is accepted here only while that record is merged into this one.
    const origin = world.proposed.find((one) => one.value === value)?.id ?? id;
    expect(origin === id || !before.has(origin), `${String(value)} of ${origin} in ${id}`).toBe(true);
    const rivals = accepted.filter((other) => other.id === id && other.field === field).map((other) => other.value);
    expect(rivals).toContain(after.get(id)?.[field]);
    if (!asked.force) expect([now, ...rivals]).toContain(before.get(id)?.[field]);
  }
  // Of all other fields nothing changed.
  for (const [id, values] of before) {
    for (const [field, value] of Object.entries(values)) {
      if (!accepted.some((one) => one.id === id && one.field === field)) expect(after.get(id)?.[field]).toEqual(value);
    }
  }
}

/** Asserts that the history of each record has no gap and ends with what is stored. */
async function hasNoGap({ ids, stored }: World): Promise<void> {
  for (const id of ids) {
    const { json } = await api.get<{ data: Change[] }>(`/api/history?kind=institutions&id=${id}&pageSize=100`);
    let values: Values | null = null;
    for (const { action, fields: changed } of json.data.toReversed()) {
      const ours = changed.filter(({ name }) => (FIELDS as readonly string[]).includes(name));
      if (action === "create") values = Object.fromEntries(ours.map((one) => [one.name, one.new]));
      if (action !== "update") continue;
      for (const one of ours) {
        expect(one.old, `${one.name} of ${id}`).toEqual(values?.[one.name]);
        values = { ...values, [one.name]: one.new };
      }
    }
    const now = stored.get(id);
    if (now) expect(values).toEqual(now);
  }
}

it(
  "loses and invents no value, whatever is answered, edited, accepted, reverted and merged",
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: "max" }), async (steps) => {
      const world = await begin();
      for (const one of steps) {
        await take(world, one);
        for (const [id, values] of world.stored) {
          for (const [field, value] of Object.entries(values)) {
            expect(world.known.get(placeOf(id, field))).toContain(value);
          }
        }
      }
      const rows = await proposalsOf(world);
      for (const { field, value } of world.proposed) {
        expect(rows.filter((row) => row.field === field && row.value === value)).toHaveLength(1);
      }
      await hasNoGap(world);
    });
    await fc.assert(property, { numRuns: RUNS });
  },
  60_000 + RUNS * 4_000,
);
