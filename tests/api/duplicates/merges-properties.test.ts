import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import type { Body } from "../../support/records/history";

/*
 * Contract §12: random merges and reverts in any order neither lose nor duplicate links, and every
 * id still leads to a record. Reverting everything restores the initial links.
 */

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/**
 * The number of runs. For more: `MERGE_PROPERTY_RUNS=300 npm run test:api -- merges-properties`.
 */
const RUNS = Number(process.env.MERGE_PROPERTY_RUNS || 25);
const RECORDS = 3;
const PATHS = ["institutions", "projects"] as const;
type Path = (typeof PATHS)[number];
const otherPath = (path: Path): Path => (path === "projects" ? "institutions" : "projects");
const LISTS = { institutions: "kooperationsprojekte", projects: "institutionen" } as const;
const KEYS = { institutions: "partner_institution_id", projects: "projekt_id" } as const;

const index = fc.nat(RECORDS - 1);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("merge" as const),
      path: fc.constantFrom(...PATHS),
      keep: index,
      drop: index,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("link" as const), institution: index, project: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("revert" as const), which: fc.nat(9), force: fc.boolean() }) },
);
/** The links before the first merge: about half of all possible ones. */
const links = fc
  .array(fc.boolean(), { minLength: RECORDS * RECORDS, maxLength: RECORDS * RECORDS })
  .map((flags) =>
    flags.flatMap((isLinked, at) =>
      isLinked ? [{ do: "link" as const, institution: at % RECORDS, project: Math.floor(at / RECORDS) }] : [],
    ),
  );
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type State = {
  ids: Record<Path, number[]>;
  /** The created links, with the ids that the records had when the link was created. */
  facts: [institution: number, project: number][];
  batches: string[];
};

type LoadResponse = { data?: Body; merged_into?: number };

/**
 * Follows merges from an id. @returns the record that remains, with the keys of its linked records
 */
async function findRemaining(path: Path, id: number): Promise<{ id: number; linked: number[] }> {
  const { status, json } = await api.get<LoadResponse>(`/api/${path}/${id}`);
  if (status === 404) {
    expect(json.merged_into, `${path}/${id} leads nowhere`).toBeGreaterThan(0);
    return findRemaining(path, json.merged_into ?? 0);
  }
  const rows = json.data?.[LISTS[path]] as Body[];
  return { id, linked: rows.map((row) => Number(row[KEYS[otherPath(path)]])) };
}

async function applyStep(state: State, action: Step): Promise<void> {
  const { ids, facts, batches } = state;
  if (action.do === "revert") {
    const batch = batches[action.which % Math.max(batches.length, 1)];
    if (!batch) return;
    const { status } = await api.post(`/api/history/batches/${batch}/revert`, { force: action.force });
    expect([200, 409]).toContain(status);
    return;
  }
  if (action.do === "link") {
    const [institution, project] = [ids.institutions[action.institution] ?? 0, ids.projects[action.project] ?? 0];
    const { status, json } = await api.post<Body>(`/api/institutions/project/${institution}/${project}`);
    if (status === 200 && json.success === true) facts.push([institution, project]);
    return;
  }
  const [keep, drop] = [ids[action.path][action.keep] ?? 0, ids[action.path][action.drop] ?? 0];
  const { status, json } = await api.post<{ batch: string }>(`/api/${action.path}/${keep}/merge`, { drop });
  expect([200, 404, 422]).toContain(status);
  if (status === 200) batches.push(json.batch);
}

/**
 * Asserts that every created link exists exactly once, between the records to which its ids lead
 * after the merges.
 */
async function expectAllLinks({ ids, facts }: State): Promise<void> {
  const remaining = new Map<string, { id: number; linked: number[] }>();
  for (const path of PATHS) {
    for (const id of ids[path]) {
      const record = await findRemaining(path, id);
      expect(new Set(record.linked).size).toBe(record.linked.length);
      remaining.set(`${path} ${id}`, record);
    }
  }
  for (const [institution, project] of facts) {
    const [institutionNow, projectNow] = [
      remaining.get(`institutions ${institution}`),
      remaining.get(`projects ${project}`),
    ];
    expect(institutionNow?.linked, `institutions/${institution} and projects/${project}`).toContain(projectNow?.id);
  }
}

it(
  "merges and reverts in any order lose or duplicate no link and keep every id resolvable",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        links,
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        async (initialLinks, steps, areNamesakes) => {
          const name = areNamesakes ? { name: "Namensgleich" } : {};
          const createThree = async <Id>(create: () => Promise<Id>) => {
            const all: Id[] = [];
            for (let at = 0; at < RECORDS; at += 1) all.push(await create());
            return all;
          };
          const state: State = {
            ids: {
              institutions: await createThree(() => createInstitution(db(), name)),
              projects: await createThree(() =>
                createProject(db(), areNamesakes ? { projekt_titel: "Namensgleich" } : {}),
              ),
            },
            facts: [],
            batches: [],
          };
          for (const nextStep of [...initialLinks, ...steps]) {
            await applyStep(state, nextStep);
            await expectAllLinks(state);
          }
          for (const batch of state.batches.toReversed()) {
            // Forced reverts above may have changed values that later merges had written. Reverting
            // those merges needs `force`, too.
            const { status, json } = await api.post<Body>(`/api/history/batches/${batch}/revert`, { force: true });
            expect(status === 200 || json.message === "not_revertible", JSON.stringify(json)).toBe(true);
            await expectAllLinks(state);
          }
          for (const path of PATHS) {
            for (const id of state.ids[path]) {
              const { linked } = await findRemaining(path, id);
              const facts = state.facts.map(([institution, project]) =>
                path === "institutions" ? [institution, project] : [project, institution],
              );
              const expected = facts.flatMap(([own, linkedTo]) => (own === id ? [linkedTo ?? 0] : []));
              expect(
                linked.toSorted((a, b) => a - b),
                `${path}/${id}`,
              ).toEqual([...new Set(expected)].sort((a, b) => a - b));
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 2_000,
);
