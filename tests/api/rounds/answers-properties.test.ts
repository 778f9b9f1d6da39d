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
import { startRound, tokenOf } from "../../support/records/rounds";

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
/** Selects one of the latest changes for a revert: often the last one, so that merges are undone. */
const anyIndex = fc.oneof(fc.constant(0), fc.nat(11));
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
  { weight: 3, arbitrary: fc.record({ do: fc.constant("revert" as const), which: anyIndex, force: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("merge" as const), keep: record }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

type Values = Record<string, unknown>;
type TestState = {
  runde_id: number;
  /** The addresses and tokens of the recipients. */
  emails: string[];
  tokens: string[];
  ids: number[];
  /** The values of the records that exist, by their ids. */
  stored: Map<number, Values>;
  /** The values that a field of a record may contain: initial values, those of edits, and accepted proposals. */
  known: Map<string, Set<unknown>>;
  /** The recipients' proposals that were not replaced, with the records that they are about. */
  proposed: { id: number; field: string; value: string }[];
};

let api: Client;
let counter = 0;
beforeAll(async () => {
  api = await loggedIn();
});

const newValue = (from: string) => `${from} ${(counter += 1)}`;
const keyOf = (id: number, field: string) => `${id} ${field}`;
const addKnownValue = ({ known }: TestState, id: number, field: string, value: unknown) => {
  const key = keyOf(id, field);
  known.set(key, (known.get(key) ?? new Set()).add(value));
};
const addressOf = (name: string) => `${name}@partner.example`;
const newValues = (from: string, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, newValue(from)]));

async function createState(): Promise<TestState> {
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
  const runde_id = await startRound(api, {
    kind: "institutions",
    query: `filter=${word}`,
    an: "contacts",
    felder: [...FIELDS],
  });
  const emails = people.map(addressOf);
  const tokens = await Promise.all(emails.map((email) => tokenOf(runde_id, email)));
  const state: TestState = { runde_id, emails, tokens, ids, stored: await read(ids), known: new Map(), proposed: [] };
  for (const [id, values] of state.stored) {
    for (const [field, value] of Object.entries(values)) addKnownValue(state, id, field, value);
  }
  return state;
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

const proposalsOf = async ({ runde_id }: TestState, query = ""): Promise<ProposalRow[]> =>
  (await api.get<{ data: ProposalRow[] }>(`/api/proposals?pageSize=100&runde_id=${runde_id}${query}`)).json.data;

/** Runs one action and asserts its result. */
async function runAction(state: TestState, action: Step): Promise<void> {
  const before = state.stored;
  switch (action.do) {
    case "answer":
      await answer(state, action);
      // An answer writes no value.
      expect(await read(state.ids)).toEqual(before);
      break;
    case "edit": {
      const values = newValues("edited", action.fields);
      const id = getAt(state.ids, action.record);
      const { status } = await api.put(`/api/institutions/${id}`, values);
      expect(status).toBe(before.has(id) ? 200 : 404);
      for (const [field, value] of Object.entries(values)) addKnownValue(state, id, field, value);
      break;
    }
    case "accept":
      await accept(state, action);
      break;
    case "reject": {
      const open = await proposalsOf(state, "&state=open");
      const one = open[action.which % Math.max(open.length, 1)];
      if (!one) break;
      expect((await api.post(`/api/proposals/${one.proposal_id}/reject`)).status).toBe(200);
      expect(await read(state.ids)).toEqual(before);
      break;
    }
    case "revert": {
      const { json } = await api.get<{ data: Change[] }>("/api/history?kind=institutions&pageSize=12");
      const change = getAt(json.data, action.which % json.data.length);
      if (!state.ids.includes(change.id)) break;
      const path = change.batch ? `batches/${change.batch}` : change.change_id;
      const { status } = await api.post(`/api/history/${path}/revert`, { force: action.force });
      expect([200, 404, 409]).toContain(status);
      if (change.source === "round" && change.user === null) expect(status).toBe(409);
      break;
    }
    case "merge": {
      const [keep, drop] = [getAt(state.ids, action.keep), getAt(state.ids, 1 - action.keep)];
      expect([200, 404]).toContain((await api.post(`/api/institutions/${keep}/merge`, { drop })).status);
      break;
    }
  }
  state.stored = await read(state.ids);
}

async function answer(state: TestState, action: Extract<Step, { do: "answer" }>): Promise<void> {
  const id = getAt(state.ids, action.record);
  const changes = action.answer === "changed" ? newValues("answered", action.fields) : undefined;
  const comment = action.comment ? newValue("comment") : undefined;
  const open = await proposalsOf(state, "&state=open");
  const { status, json } = await call("POST", `/api/confirm/${getAt(state.tokens, action.recipient)}`, {
    body: { answers: [{ kind: "institutions", id, answer: action.answer, changes, comment }] },
  });
  if (!state.stored.has(id)) {
    expect(status).toBe(422);
    return;
  }
  expect(status, JSON.stringify(json)).toBe(200);
  // The answer deletes earlier open proposals of the same recipient.
  const remainingIds = new Set((await proposalsOf(state)).map(({ proposal_id }) => proposal_id));
  const deleted = open.filter(({ proposal_id }) => !remainingIds.has(proposal_id));
  for (const { source } of deleted) expect(source).toMatchObject({ email: getAt(state.emails, action.recipient) });
  const isDeleted = ({ field, value }: { field: string; value: string }) =>
    deleted.some((one) => one.field === field && one.value === value);
  state.proposed = state.proposed.filter((one) => !isDeleted(one));
  for (const [field, value] of Object.entries(changes ?? {})) state.proposed.push({ id, field, value: String(value) });
}

async function accept(state: TestState, action: Extract<Step, { do: "accept" }>): Promise<void> {
  const open = await proposalsOf(state, "&state=open");
  if (open.length === 0) return;
  const ids = [...new Set(action.which.map((which) => getAt(open, which % open.length).proposal_id))];
  const before = state.stored;
  const { status, json } = await api.post<{ accepted: number; refused: { id: number; message: string }[] }>(
    "/api/proposals/accept",
    { ids, force: action.force },
  );
  expect(status, JSON.stringify(json)).toBe(200);
  const refused = new Set(json.refused.map(({ id }) => id));
  expect(json.accepted + refused.size).toBe(ids.length);
  const accepted = open.filter(({ proposal_id }) => ids.includes(proposal_id) && !refused.has(proposal_id));
  const after = await read(state.ids);
  for (const { id, field, now, value } of accepted) {
    if (field === null) continue;
    addKnownValue(state, id, field, value);
    // A proposal about another record is accepted here only while that record is merged into this one.
    const origin = state.proposed.find((one) => one.value === value)?.id ?? id;
    expect(origin === id || !before.has(origin), `${String(value)} of ${origin} in ${id}`).toBe(true);
    const acceptedValues = accepted
      .filter((other) => other.id === id && other.field === field)
      .map((other) => other.value);
    expect(acceptedValues).toContain(after.get(id)?.[field]);
    if (!action.force) expect([now, ...acceptedValues]).toContain(before.get(id)?.[field]);
  }
  // All other fields are unchanged.
  for (const [id, values] of before) {
    for (const [field, value] of Object.entries(values)) {
      if (!accepted.some((one) => one.id === id && one.field === field)) expect(after.get(id)?.[field]).toEqual(value);
    }
  }
}

/** Asserts that the history of each record has no gap and ends with what is stored. */
async function checkHistory({ ids, stored }: TestState): Promise<void> {
  for (const id of ids) {
    const { json } = await api.get<{ data: Change[] }>(`/api/history?kind=institutions&id=${id}&pageSize=100`);
    let values: Values | null = null;
    for (const { action, fields: changed } of json.data.toReversed()) {
      const roundFields = changed.filter(({ name }) => (FIELDS as readonly string[]).includes(name));
      if (action === "create") values = Object.fromEntries(roundFields.map((one) => [one.name, one.new]));
      if (action !== "update") continue;
      for (const one of roundFields) {
        expect(one.old, `${one.name} of ${id}`).toEqual(values?.[one.name]);
        values = { ...values, [one.name]: one.new };
      }
    }
    const now = stored.get(id);
    if (now) expect(values).toEqual(now);
  }
}

it(
  "no value is lost or invented, whatever is answered, edited, accepted, reverted and merged",
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: "max" }), async (steps) => {
      const state = await createState();
      for (const one of steps) {
        await runAction(state, one);
        for (const [id, values] of state.stored) {
          for (const [field, value] of Object.entries(values)) {
            expect(state.known.get(keyOf(id, field))).toContain(value);
          }
        }
      }
      const rows = await proposalsOf(state);
      for (const { field, value } of state.proposed) {
        expect(rows.filter((row) => row.field === field && row.value === value)).toHaveLength(1);
      }
      await checkHistory(state);
    });
    await fc.assert(property, { numRuns: RUNS });
  },
  60_000 + RUNS * 4_000,
);
