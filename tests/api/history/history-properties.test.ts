import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Change } from "@/lib/features/history/history-answers";
import { definitionOf, definitionOfPath } from "@/lib/model/kinds/registry";
import { defaultLinkValues, relations, type Relation } from "@/lib/model/kinds/relations";
import { getAt } from "@/lib/model/pure/get-at";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, NAME_FIELD, valuesOf, type Body } from "../../support/records/history";
import { anyStep, pathOf, PATHS, type Step } from "../../support/records/history-steps";

/*
 * Contract §8: runs random sequences of steps on a few records and compares past states and reverts
 * with an in-memory model. On failure fast-check prints the seed and the shortest failing sequence.
 */

const RUNS = 8;
/** Ends the shrinking before the test times out, so that the seed is printed. */
const TIMEOUT_MS = 120_000;

/**
 * The in-memory model: records by name (`members/0` is the first member of a run), and the values of
 * links, by the link's relation and the names of both records.
 */
type Model = { records: Record<string, Body>; links: Map<string, Body> };
type TestState = {
  api: Client;
  ids: Record<string, number>;
  model: Model;
  pages: { at: string; model: Model }[];
  done: RecordedChange[];
};
/** A change in the history, and whether it was reverted. */
type RecordedChange = { change: Change; reverted: boolean };
const copy = ({ records, links }: Model): Model => ({ records: structuredClone(records), links: new Map(links) });
const linkName = (relation: number, ends: readonly string[]) => [relation, ...ends].join(" ");
const endsOf = (relation: number, numbers: readonly number[]) =>
  (relations[relation]?.ends ?? []).map(({ kind }, index) => `${definitionOf(kind).apiPath}/${numbers[index]}`);
const hasEnd = (link: string, name: string) => link.split(" ").slice(1).includes(name);

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
/** Sorts lists of entry ids, because their order has no meaning. */
const inOrder = (values: Body): Body =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? sorted(value as number[]) : value]),
  );

// ───────────── One step, in the app and in the model ─────────────

const isRefused = ({ links }: Model, name: string) => {
  const referringPaths: Record<string, string[]> = {
    institutions: ["projects", "persons"],
    thematicfields: ["members", "projects", "institutions", "persons"],
  };
  const forbidden = referringPaths[pathOf(name)] ?? [];
  return [...links.keys()].some((link) => hasEnd(link, name) && forbidden.some((path) => link.includes(` ${path}/`)));
};

function remove(model: Model, name: string): void {
  Reflect.deleteProperty(model.records, name);
  for (const link of model.links.keys()) if (hasEnd(link, name)) model.links.delete(link);
}

async function runStep({ api, ids, model }: TestState, step: Step): Promise<void> {
  if ("ends" in step) {
    const ends = endsOf(step.relation, step.ends);
    const link = linkName(step.relation, ends);
    const known = relations[step.relation]?.ends ?? [];
    const call = known.find((end) => end.call);
    const order = call?.path ?? known.map(({ column }) => column);
    const idOf = (column: string) => ids[ends[known.findIndex((end) => end.column === column)] ?? ""];
    const path = `/api/${call?.call}/${order.map((column) => idOf(column) ?? 2_147_483_647).join("/")}`;
    const exists = ends.every((name) => model.records[name]);
    const { fields } = known.length > 0 ? getAt(relations, step.relation) : {};
    const current = model.links.get(link);
    const values = inOrder({ ...(current ?? defaultLinkValues({ fields })), ...step.values });
    const isInvalid = String(values.bis ?? "9") < String(values.seit ?? "");
    const done = (status: number) => [status, status === 200];
    if (step.do === "link") {
      const { status, json } = await api.post(path, fields && step.values);
      expect([status, json.success]).toEqual(current ? [200, false] : done(isInvalid ? 422 : exists ? 200 : 404));
      if (exists && !current && !isInvalid) model.links.set(link, values);
    } else if (step.do === "unlink") {
      const { status, json } = await api.delete(path);
      expect([status, json.success]).toEqual(done(current ? 200 : 404));
      model.links.delete(link);
    } else if (fields) {
      const { status, json } = await api.put(path, step.values);
      expect([status, json.success]).toEqual(done(isInvalid ? 422 : current ? 200 : 404));
      if (current && !isInvalid) model.links.set(link, values);
    }
    return;
  }
  const { name } = step;
  const path = pathOf(name);
  const exists = model.records[name] !== undefined;
  if (step.do === "create") {
    // A name refers to one record during the whole run, even if it is deleted and restored.
    // The record is created once.
    if (ids[name] !== undefined) return;
    const values = valuesOf(path);
    ids[name] = (await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, values)).json.data.lastId;
    model.records[name] = values;
  } else if (step.do === "update") {
    const { status } = await api.put(`/api/${path}/${ids[name] ?? 2_147_483_647}`, step.values);
    expect(status).toBe(exists ? 200 : 404);
    if (exists) model.records[name] = { ...model.records[name], ...inOrder(step.values) };
  } else {
    const refused = isRefused(model, name);
    const { status, json } = await api.delete(`/api/${path}/${ids[name] ?? 2_147_483_647}`);
    expect([status, json.success]).toEqual([exists ? 200 : 404, exists && !refused]);
    if (exists && !refused) remove(model, name);
  }
}

// ───────────── Comparing ─────────────

/** Compares every record of a run with the model, in its current state or as of the time `at`. */
async function compare({ api, ids }: TestState, { records, links }: Model, at?: string): Promise<void> {
  for (const [name, id] of Object.entries(ids)) {
    const path = pathOf(name);
    const { status, json } = await api.get<{ data: Body }>(`/api/${path}/${id}${at ? `?at=${at}` : ""}`);
    const expected = records[name];
    expect(status, `${name} at ${at}`).toBe(expected ? 200 : 404);
    if (!expected) continue;
    for (const [field, value] of Object.entries(expected)) {
      const [actual, expectedValue] = [json.data[field], value].map((one) =>
        Array.isArray(one) ? sorted(one as number[]) : one,
      );
      expect(actual, `${name}.${field} at ${at}`).toEqual(expectedValue);
    }
    for (const { list, relation, other } of definitionOfPath(path)?.tabs ?? []) {
      const child = definitionOf(other.kind);
      const number = relations.indexOf(relation);
      const linked = [...links.keys()]
        .filter((link) => link.startsWith(`${number} `) && hasEnd(link, name))
        .map(
          (link) =>
            link
              .split(" ")
              .slice(1)
              .find((end) => end !== name) ?? "",
        );
      const rows = json.data[list] as Body[];
      expect(sorted(rows.map((row) => Number(row[child.key]))), `${name}.${list} at ${at}`).toEqual(
        sorted(linked.map((end) => ids[end] ?? 0)),
      );
      const field = NAME_FIELD[child.apiPath] ?? "";
      for (const end of linked) {
        const row = rows.find((one) => one[child.key] === ids[end]) ?? {};
        const ends = relation.ends.map(({ kind }) => (definitionOf(kind).apiPath === path ? name : end));
        expect(valuesIn(row, relation), `${end} in ${name}.${list} at ${at}`).toEqual(
          links.get(linkName(number, ends)),
        );
        if (!child.linkFields.includes(field)) continue;
        expect(rows.find((row) => row[child.key] === ids[end])?.[field], `${end} in ${name}.${list} at ${at}`).toBe(
          records[end]?.[field],
        );
      }
    }
  }
}

/** Returns the values of a link in a row of a link list, with the ids of entries. */
function valuesIn(row: Body, { fields = {} }: Relation): Body {
  const idsOf = (value: unknown) =>
    Array.isArray(value) ? sorted(value.map((entry: Body) => Number(entry.rolle_id))) : value;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, idsOf(row[name])]));
}

// ───────────── Undoing, in the model ─────────────

const nameIn = ({ ids }: TestState, kind: string, id: number) =>
  Object.keys(ids).find((name) => pathOf(name) === kind && ids[name] === id) ?? "";

/**
 * Reverts a change in the model. @returns the message with which the API must respond to the same
 * revert
 */
function undo(state: TestState, { change, reverted }: RecordedChange, before: Model): string {
  const { model } = state;
  const name = nameIn(state, change.kind, change.id);
  const exists = model.records[name] !== undefined;
  if (reverted) return "not_revertible";
  const isRecordChange = change.related === null;
  const normalized = (value: unknown) => JSON.stringify(Array.isArray(value) ? sorted(value as number[]) : value);
  const hasChanged = (current: Body) =>
    change.fields.some((field) => normalized(current[field.name]) !== normalized(field.new));
  const oldValues = Object.fromEntries(change.fields.map((field) => [field.name, field.old]));
  if (change.action === "update" && isRecordChange) {
    const current = model.records[name];
    if (!current) return "not_revertible";
    if (hasChanged(current)) return "changed_since";
    const restored: Body = { ...current, ...oldValues };
    const { projektbeginn: begin, projektende: end } = restored;
    if (begin && end && String(begin) > String(end)) return "not_revertible";
    model.records[name] = restored;
  } else if (change.action === "create") {
    if (!exists) return "not_revertible";
    if (isRefused(model, name))
      return change.kind === "institutions" ? "cannotdeletecontrains" : "thematic_field_still_in_use";
    remove(model, name);
  } else if (change.action === "delete") {
    if (exists) return "not_revertible";
    model.records[name] = structuredClone(before.records[name] ?? {});
    for (const [link, values] of before.links) {
      const other =
        link
          .split(" ")
          .slice(1)
          .find((end) => end !== name) ?? "";
      if (hasEnd(link, name) && model.records[other]) model.links.set(link, values);
    }
  } else {
    const related = nameIn(state, change.related?.kind ?? "", change.related?.id ?? 0);
    const number = relations.findIndex(({ ends }) =>
      [name, related].every((end) => ends.some(({ kind }) => definitionOf(kind).apiPath === pathOf(end))),
    );
    const link = linkName(
      number,
      (relations[number]?.ends ?? []).map(({ kind }) => (definitionOf(kind).apiPath === pathOf(name) ? name : related)),
    );
    const current = model.links.get(link);
    const canBeLinked = !current && exists && model.records[related];
    if (change.action === "unlink" ? !canBeLinked : !current) return "not_revertible";
    if (change.action === "link") {
      model.links.delete(link);
      return "reverted";
    }
    if (current && hasChanged(current)) return "changed_since";
    const restored: Body = { ...(current ?? defaultLinkValues(getAt(relations, number))), ...oldValues };
    if (String(restored.bis ?? "9") < String(restored.seit ?? "")) return "not_revertible";
    model.links.set(link, restored);
  }
  return "reverted";
}

// ───────────── The property ─────────────

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const linksIn = ({ links }: Model) => [...links].sort(([one], [other]) => (one < other ? -1 : 1));

const lastChange = async () =>
  (await db().$queryRaw<[{ last: number }]>`SELECT coalesce(max(change_id), 0)::int AS last FROM changes`)[0].last;

it("the history restores past states and reverts changes like the model", { timeout: 240_000 }, async () => {
  const start: Step[] = PATHS.flatMap((path) => [`${path}/0`, `${path}/1`]).map((name) => ({ do: "create", name }));
  const sequences = fc.record({
    steps: fc.array(anyStep, { minLength: 5, maxLength: 22, size: "max" }),
    order: fc.infiniteStream(fc.nat(1_000)),
  });
  const property = fc.asyncProperty(sequences, async ({ steps, order }) => {
    const state: TestState = { api, ids: {}, model: { records: {}, links: new Map() }, pages: [], done: [] };
    const modelsBefore = new Map<number, Model>();
    /** Runs a step and remembers the change that it added to the history, if any. */
    const recordStep = async (work: () => Promise<void>) => {
      const [before, last] = [copy(state.model), await lastChange()];
      await work();
      const changes = (await calls.changes()).filter(({ change_id }) => change_id > last);
      expect(changes.length, "a step is one change or none").toBeLessThanOrEqual(1);
      const [change] = changes;
      expect(change === undefined, "no change, no history").toBe(
        JSON.stringify([before.records, linksIn(before)]) ===
          JSON.stringify([state.model.records, linksIn(state.model)]),
      );
      if (!change) return;
      state.done.push({ change, reverted: false });
      state.pages.push({ at: change.at, model: copy(state.model) });
      modelsBefore.set(change.change_id, before);
    };
    for (const step of [...start.slice(0, 2 + (steps.length % 9)), ...steps])
      await recordStep(() => runStep(state, step));
    await compare(state, state.model);
    for (const done of state.done.toSorted(() => (order.next().value ?? 0) - 500)) {
      await recordStep(async () => {
        const expectedMessage = undo(state, done, modelsBefore.get(done.change.change_id) ?? state.model);
        const { json } = await calls.revert(done.change);
        expect(json.message, `${done.change.action} of ${done.change.kind}`).toBe(expectedMessage);
        done.reverted ||= expectedMessage === "reverted";
      });
    }
    await compare(state, state.model);
    for (const { at, model } of state.pages) await compare(state, model, at);
  });
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: TIMEOUT_MS });
});
