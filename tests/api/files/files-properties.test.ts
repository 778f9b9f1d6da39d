import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Change } from "@/lib/features/history/history-answers";
import { getAt } from "@/lib/model/pure/get-at";
import { db } from "@/lib/store/database/client";
import { createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { historyCalls, type Body } from "../../support/records/history";

/*
 * Contract §18: random steps on a few records and their files, compared with an in-memory model. On
 * failure fast-check prints the seed and the shortest failing sequence.
 */

/** The number of runs. For more: `FILE_PROPERTY_RUNS=300 npm run test:api -- files-properties`. */
const RUNS = Number(process.env.FILE_PROPERTY_RUNS || 60);
const RECORDS = 3;

/** The contents of all files, of which one has two chunks: equal ones are to occur often. */
const CONTENTS = [pdf("eins"), pdf("zwei"), pdf("drei", 300_000), pdf("vier")];
const NAMES = ["a.pdf", "b.pdf"];

type Values = { bezeichnung?: string; dateiart?: number };
const values: fc.Arbitrary<Values> = fc.record(
  { bezeichnung: fc.constantFrom("", "Vertrag", "Entwurf"), dateiart: fc.constantFrom(-1, 1, 2) },
  { requiredKeys: [] },
);
const record = fc.nat(RECORDS - 1);
const content = fc.nat(CONTENTS.length - 1);
const name = fc.constantFrom(...NAMES);
/** Chooses one of what there is when the step is done. */
const which = fc.nat(99);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("upload" as const), record, content, name, values }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("version" as const), which, content, name, values }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("change" as const), which, values }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("delete" as const), which }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("revert" as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("merge" as const), keep: record, drop: record }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("revert merge" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete record" as const), record }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore record" as const), record }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

// ───────────── The model ─────────────

type Version = { sha256: string; name: string };
type ModelFile = {
  id: number;
  record: number;
  exists: boolean;
  values: Required<Values>;
  versions: Version[];
  removed: Version[];
};
type Merge = {
  batch: string;
  keep: number;
  drop: number;
  joined: ModelFile[];
  open: Set<ModelFile>;
  reverted: boolean;
};
type Model = {
  /** By key, whether the record exists. */
  records: Map<number, boolean>;
  files: ModelFile[];
  merges: Merge[];
  /** By record, the files that were deleted with it. */
  deleted: Map<number, ModelFile[]>;
};

const digestOf = (file: ModelFile) => file.versions.at(-1)?.sha256;
const filesOf = ({ files }: Model, id: number) => files.filter((file) => file.exists && file.record === id);
const hasBytes = (model: Model, id: number, digest: string) =>
  filesOf(model, id).some((file) => digestOf(file) === digest);

function merge(model: Model, batch: string, keep: number, drop: number): void {
  const dropped = filesOf(model, drop);
  const joined = dropped.filter((file) => hasBytes(model, keep, digestOf(file) ?? ""));
  const moved = dropped.filter((file) => !joined.includes(file));
  for (const file of joined) file.exists = false;
  for (const file of moved) file.record = keep;
  model.records.set(drop, false);
  model.merges.push({ batch, keep, drop, joined, open: new Set(moved), reverted: false });
}

function revertMerge(model: Model, done: Merge): void {
  const { drop, joined, open } = done;
  if (!done.reverted) {
    for (const file of joined) file.exists = true;
    model.records.set(drop, true);
    done.reverted = true;
  }
  for (const file of [...open].filter(({ exists }) => exists)) {
    file.record = drop;
    open.delete(file);
  }
}

/** Reverts a change of a file by what the history says about it. */
function revert(model: Model, { id, action, fields, batch }: Change): void {
  const file = model.files.find((each) => each.id === id);
  if (!file) throw new Error("A change of an unknown file");
  if (action !== "update") {
    file.exists = action === "delete";
    return;
  }
  const field = (fieldName: string) => fields.find((each) => each.name === fieldName);
  for (const fieldName of ["bezeichnung", "dateiart"] as const) {
    const changed = field(fieldName);
    if (changed) Object.assign(file.values, { [fieldName]: changed.old });
  }
  const [number, move] = [field("fassung"), field("id")];
  if (number && Number(number.old) < Number(number.new)) file.removed.push(...file.versions.splice(-1));
  else if (number) {
    const current = getAt(file.versions, file.versions.length - 1);
    const nameBefore = field("name")?.old ?? current.name;
    const at = file.removed.findIndex((each) => each.sha256 === field("sha256")?.old && each.name === nameBefore);
    file.versions.push(...file.removed.splice(at, 1));
  }
  if (!move) return;
  file.record = Number(move.old);
  model.merges.find((each) => each.batch === batch)?.open.delete(file);
}

// ───────────── One step, in the app and in the model ─────────────

let api: Client;
let files: ReturnType<typeof fileCalls>;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  files = fileCalls(api);
  calls = historyCalls(api);
});

const formOf = (given: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([field, value]) => [field, String(value)]));

async function runStep(model: Model, action: Step): Promise<void> {
  const ids = [...model.records.keys()];
  const isThere = (id: number) => model.records.get(id) === true;
  const chosen = "which" in action ? model.files[action.which % Math.max(model.files.length, 1)] : undefined;
  if (action.do === "upload") {
    const id = getAt(ids, action.record);
    const bytes = getAt(CONTENTS, action.content);
    const { status, json } = await files.upload(`projects/${id}`, bytes, action.name, formOf(action.values));
    const version = { sha256: sha256(bytes), name: action.name };
    expect(status, "upload").toBe(!isThere(id) ? 404 : hasBytes(model, id, version.sha256) ? 200 : 201);
    if (status === 201)
      model.files.push({
        ...{ id: json.datei_id, record: id, exists: true, versions: [version], removed: [] },
        values: { bezeichnung: "", dateiart: -1, ...action.values },
      });
  } else if (action.do === "version" && chosen) {
    const bytes = getAt(CONTENTS, action.content);
    const { status, json } = await files.addVersion(chosen.id, bytes, action.name, formOf(action.values));
    const version = { sha256: sha256(bytes), name: action.name };
    const isStored = hasBytes(model, chosen.record, version.sha256);
    expect(status, "version").toBe(!chosen.exists ? 404 : isStored ? 200 : 201);
    if (status !== 201) return;
    chosen.versions.push(version);
    Object.assign(chosen.values, action.values);
    expect(json.fassung).toBe(chosen.versions.length);
  } else if (action.do === "change" && chosen) {
    const { status } = await api.put(`/api/files/${chosen.id}`, action.values);
    expect(status, "change").toBe(chosen.exists ? 200 : 404);
    if (chosen.exists) Object.assign(chosen.values, action.values);
  } else if (action.do === "delete" && chosen) {
    const { status } = await api.delete(`/api/files/${chosen.id}`);
    expect(status, "delete").toBe(chosen.exists ? 200 : 404);
    chosen.exists = false;
  } else if (action.do === "revert") {
    const own = new Set(model.files.map(({ id }) => id));
    const offered = (await calls.changes("kind=files")).filter(
      ({ kind, id, revertible }) => kind === "files" && own.has(id) && revertible,
    );
    const change = offered[action.which % Math.max(offered.length, 1)];
    if (!change) return;
    const { status, json } = await calls.revert(change, { force: true });
    expect(status, `revert of ${JSON.stringify(change)}: ${JSON.stringify(json)}`).toBe(200);
    revert(model, change);
  } else if (action.do === "merge") {
    const [keep, drop] = [getAt(ids, action.keep), getAt(ids, action.drop)];
    if (keep === drop) return;
    const { status, json } = await api.post<{ batch: string }>(`/api/projects/${keep}/merge`, { drop });
    expect(status, "merge").toBe(isThere(keep) && isThere(drop) ? 200 : 404);
    if (status === 200) merge(model, json.batch, keep, drop);
  } else if (action.do === "revert merge") {
    const done = model.merges[action.which % Math.max(model.merges.length, 1)];
    if (!done) return;
    const { status } = await api.post<Body>(`/api/history/batches/${done.batch}/revert`, { force: true });
    const open = [...done.open].filter(({ exists }) => exists);
    const isMovedOn = open.some((file) => file.record !== done.keep);
    const isPossible =
      isThere(done.keep) && !isMovedOn && (done.reverted ? open.length > 0 && isThere(done.drop) : true);
    expect(isPossible ? [200] : isMovedOn ? [409] : [200, 409], "revert of a merge").toContain(status);
    if (status === 200) revertMerge(model, done);
  } else if (action.do === "delete record") {
    const id = getAt(ids, action.record);
    const { status } = await api.delete(`/api/projects/${id}`);
    expect(status, "deletion of a record").toBe(isThere(id) ? 200 : 404);
    if (status !== 200) return;
    model.deleted.set(id, filesOf(model, id));
    for (const file of filesOf(model, id)) file.exists = false;
    model.records.set(id, false);
  } else if (action.do === "restore record") {
    const id = getAt(ids, action.record);
    const deleted = model.deleted.get(id);
    if (isThere(id) || !deleted) return;
    const [deletion] = await calls.changes(`kind=projects&id=${id}&action=delete`);
    const { status, json } = await calls.revert(deletion);
    expect([status, json.skipped], "restoration of a record").toEqual([200, []]);
    for (const file of deleted) file.exists = true;
    model.deleted.delete(id);
    model.records.set(id, true);
  }
}

// ───────────── Comparing ─────────────

const describeFile = ({ id, values: own, versions }: ModelFile) => ({
  ...{ datei_id: id, ...own, fassung: versions.length },
  ...versions.at(-1),
});

async function compare(model: Model): Promise<void> {
  for (const [id, exists] of model.records) {
    const { status, json } = await api.get<{ files: Body[] }>(`/api/projects/${id}/files`);
    expect(status, `record ${id}`).toBe(exists ? 200 : 404);
    const expected = filesOf(model, id).map(describeFile);
    const shown = ["datei_id", "bezeichnung", "dateiart", "fassung", "sha256", "name"];
    const found = exists ? json.files.map((row) => Object.fromEntries(shown.map((field) => [field, row[field]]))) : [];
    expect(
      found.toSorted((a, b) => Number(a.datei_id) - Number(b.datei_id)),
      `files of record ${id}`,
    ).toEqual(expected);
  }
  for (const file of model.files) {
    for (const [at, { sha256: digest }] of file.versions.entries()) {
      const { status, bytes } = await files.content(file.id, `?fassung=${at + 1}`);
      expect(status).toBe(file.exists ? 200 : 404);
      if (file.exists) expect(sha256(bytes), `version ${at + 1} of file ${file.id}`).toBe(digest);
    }
  }
}

/** Counts stored contents that no version has, or whose chunks are not all of their bytes. */
async function brokenContents(): Promise<number> {
  const [{ count }] = await db().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM file_contents c, LATERAL (
      SELECT coalesce(sum(octet_length(data)), 0) AS bytes,
        encode(sha256(coalesce(string_agg(data, ''::bytea ORDER BY position), '')), 'hex') AS sha256
      FROM file_chunks k WHERE k.content_id = c.content_id) AS chunks
    WHERE c.sha256 IS NULL OR c.bytes <> chunks.bytes OR c.sha256 <> chunks.sha256
      OR NOT EXISTS (SELECT FROM file_versions v WHERE v.content_id = c.content_id)`;
  return count;
}

it(
  "files, their versions and bytes are those of the model after any steps",
  { timeout: 60_000 + RUNS * 4_000 },
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: "max" }), async (steps) => {
      const model: Model = { records: new Map(), files: [], merges: [], deleted: new Map() };
      for (let at = 0; at < RECORDS; at += 1) model.records.set(await createProject(db()), true);
      for (const action of steps) await runStep(model, action);
      await compare(model);
      expect(await brokenContents()).toBe(0);
    });
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 45_000 + RUNS * 4_000 });
  },
);
