/**
 * Times a history of a million changes, of which every fourth is in a batch of three and the newest
 * 50,000 are one import: fills a separate database and reads pages of the history, at the start and
 * deep down, with every filter. Prints the median of a page with its exact total,
 * in milliseconds, the driver included.
 *
 *   node --import tsx lab/bench/history-size.ts [changes]
 */
import { createClient } from "@/lib/server/database/client";
import { storedEntries } from "@/lib/server/history/stored-entries";
import { lockedChanges, storedChanges, summariseCounts } from "@/lib/server/history/stored-changes";
import { recordKinds, type HistoryQuery } from "@/lib/records/history/history-query";
import { prisma } from "@/scripts/postgres/prisma-command";
import { createDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";

const CHANGES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 7;

const server = await startTestServer();
const { url } = await createDatabase(server.url, "template0");
await prisma(["migrate", "deploy"], url);
const db = createClient(url, 4);

await db.$executeRaw`
  INSERT INTO changes (at, user_id, user_name, source, action, kind, id, label, version, fields, relation, related_kind,
    related_id, related_label, batch)
  SELECT '2024-01-01'::timestamptz + i * interval '1 day' * 1000 / ${CHANGES}, 1 + i % 31, 'Erika Mustermann', 'app', action,
    (ARRAY['members', 'projects', 'institutions', 'persons', 'thematicfields', 'institute'])[1 + i % 6], i % 50000, 'Name ' || i, 2,
    '[{"name": "telefon", "old": "0711 1", "new": "0711 2"}, {"name": "kommentare", "old": "alt", "new": "neu und länger"}]',
    CASE action WHEN 'link' THEN 'memberProjects' END, CASE action WHEN 'link' THEN 'projects' END,
    CASE action WHEN 'link' THEN i * 7 % 50000 END, CASE action WHEN 'link' THEN 'Projekt' END,
    CASE WHEN i > ${CHANGES} - 50000 THEN md5('import')::uuid WHEN i % 12 < 3 THEN md5((i / 12)::text)::uuid END
  FROM (SELECT i, CASE WHEN i % 100 = 0 THEN 'delete' WHEN i % 10 = 1 THEN 'create' WHEN i % 5 = 0 THEN 'link' ELSE 'update' END AS action
    FROM generate_series(1, ${CHANGES}::int) AS i) AS changes`;
await db.$executeRaw`VACUUM ANALYZE`;
await summariseCounts(db);

const month = { from: "2025-03-01", to: "2025-03-31" };
const half = Math.floor(CHANGES / 2 / 10);
const questions: Partial<HistoryQuery>[] = [
  {},
  { pageNo: half },
  { kind: "members" },
  { kind: "projects" },
  { kind: "projects", pageNo: Math.floor(half / 4) },
  { action: "delete" },
  { kind: "projects", action: "link" },
  month,
  { ...month, kind: "projects", action: "update" },
  { user: 5 },
  { user: 5, kind: "members" },
  { kind: "members", id: 600 },
];

async function median(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return (times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN).toFixed(1);
}

for (const question of questions) {
  const query = { pageNo: 0, pageSize: 10, ...question };
  const { total } = await storedChanges(db, query, recordKinds());
  console.log(
    JSON.stringify(question).padEnd(75),
    await median(() => storedChanges(db, query, recordKinds())),
    `ms of ${total}`,
  );
}
for (const question of questions) {
  const query = { pageNo: 0, pageSize: 10, ...question };
  if (query.pageNo > 0) continue;
  const label = `entries ${JSON.stringify(question)}`;
  console.log(label.padEnd(75), await median(() => storedEntries(db, query, recordKinds())), "ms");
}
const locked = () =>
  db.$transaction((transaction) => lockedChanges(transaction, { change_id: Math.floor(CHANGES / 2) }));
console.log("a change to be undone, locked".padEnd(75), await median(locked), "ms");
const [size] = await db.$queryRaw<[{ changes: string; counts: string }]>`
  SELECT pg_size_pretty(pg_total_relation_size('changes')) AS changes,
    pg_size_pretty(pg_total_relation_size('change_counts')) AS counts`;
console.log(`${CHANGES} changes: ${size.changes}, their counts: ${size.counts}`);
await db.$disconnect();
await server.stop();
process.exit(0);
