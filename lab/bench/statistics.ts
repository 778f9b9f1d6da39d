/**
 * The part `statistics` of `npm run bench`: how long statistics of 100,000 projects with 200,000 links
 * take, each as the first of its kind and again. Fails above the limits of contract §17's goals.
 */
import pg from "pg";
import { getAt } from "@/lib/model/pure/get-at";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { pseudoRandom } from "./bench-data";

const PROJECTS = 100_000;
const PARTNERS = 20_000;
const TOPICS = 200;
const CALLS = 20;
/** Goals for the 95th percentile in milliseconds. */
const SIMPLE_MS = 300;
const DASHBOARD_MS = 500;
const ANY_MS = 1_500;

/** Days from 2010 to 2026. */
const dayFrom = (row: string, salt: number) => `date '2010-01-01' + ${pseudoRandom(row, salt, 6_000)}`;
const half = (row: string, salt: number, value: string) =>
  `CASE WHEN ${pseudoRandom(row, salt, 4)} = 0 THEN ${value} END`;
/** Links two thirds of the projects with one record, the others with two, a fourth of them from or to a day. */
const links = (table: string, column: string, salt: number, role: string) => `
  INSERT INTO ${table} (projekt_id, ${column}, rollen, seit, bis)
  SELECT p, 1 + (${pseudoRandom("p", salt, PARTNERS)} + k * 31) % ${PARTNERS},
    CASE WHEN ${pseudoRandom("p", salt + 1, 3)} > 0 THEN ARRAY[${role}] ELSE '{}'::int[] END,
    ${half("p", salt + 2, "date '2015-01-01' + k * 100")}, ${half("p", salt + 3, "date '2019-01-01' + k * 900")}
  FROM generate_series(1, ${PROJECTS}) p, generate_series(0, 1) k WHERE k = 0 OR p % 3 = 0;`;

/** Fills the database without triggers, whose search columns no statistic reads. */
const FILL = `
  INSERT INTO thematic_fields (themenfeld_id, themenfeld_de, themenfeld_en)
  SELECT i, 'Thema ' || i, 'Topic ' || i FROM generate_series(1, ${TOPICS}) i;
  INSERT INTO institutions (partner_institution_id, name, branchen, land, organisationsform)
  SELECT i, 'Hochschule ' || i, 'Hochschule', (SELECT array_agg(land_id ORDER BY land_id) FROM laender WHERE land_id > 0)[1 + ${pseudoRandom("i", 1, 60)}],
    (SELECT array_agg(ogf_id ORDER BY ogf_id) FROM organisationsformen)[1 + ${pseudoRandom("i", 2, 5)}]
  FROM generate_series(1, ${PARTNERS}) i;
  INSERT INTO members (ph_id, vorname, nachname, email, fakultaet, institut)
  SELECT i, 'Erika', 'Beispiel ' || i, 'e' || i || '@example.org',
    (SELECT array_agg(fakultaet_id ORDER BY fakultaet_id) FROM fakultaeten WHERE fakultaet_id > 0)[1 + ${pseudoRandom("i", 3, 3)}],
    (SELECT array_agg(institut_id ORDER BY institut_id) FROM institute WHERE institut_id > 0)[1 + ${pseudoRandom("i", 4, 10)}]
  FROM generate_series(1, ${PARTNERS}) i;
  INSERT INTO projects (projekt_id, projekt_titel, status, vertragsgrundlage, projektbeginn, projektende)
  SELECT p, 'Projekt ' || p, 1 + ${pseudoRandom("p", 5, 5)}, p % 2, ${dayFrom("p", 6)},
    CASE p % 2 WHEN 1 THEN ${dayFrom("p", 6)} + ${pseudoRandom("p", 7, 2_000)} END
  FROM generate_series(1, ${PROJECTS}) p;
  INSERT INTO project_finishes (projekt_id, finished_on) SELECT p, ${dayFrom("p", 8)} FROM generate_series(1, ${PROJECTS}) p WHERE p % 3 > 0;
  INSERT INTO project_deadlines (projekt_id) SELECT p FROM generate_series(1, ${PROJECTS}) p;
  INSERT INTO project_facilities (projekt_id, einrichtung_id) SELECT p, -1 FROM generate_series(1, ${PROJECTS}) p;
  INSERT INTO project_thematic_fields (projekt_id, themenfeld_id)
  SELECT DISTINCT p, 1 + (${pseudoRandom("p", 9, TOPICS)} + k * 17) % ${TOPICS} FROM generate_series(1, ${PROJECTS}) p, generate_series(0, 1) k;
  ${links("project_institutions", "partner_institution_id", 10, "(SELECT min(rolle_id) FROM verknuepfungsrollen WHERE relation = 'project_institution')")}
  ${links("member_projects", "ph_id", 20, "(SELECT min(rolle_id) FROM verknuepfungsrollen WHERE relation = 'project_member')")}`;

const ONE_DAY = "on=2024-12-31";
const TEN_YEARS = "from=2015-01-01&to=2024-12-31";
const MONTHS = "from=2015-01-01&to=2024-12-31&step=month";
/** The questions, and their goals. */
const QUESTIONS: readonly (readonly [query: string, goalMs: number])[] = [
  [ONE_DAY, SIMPLE_MS],
  [`${ONE_DAY}&by=status`, SIMPLE_MS],
  [`${ONE_DAY}&by=themenfelder`, SIMPLE_MS],
  [`${ONE_DAY}&by=land`, SIMPLE_MS],
  [`${ONE_DAY}&by=land,organisationsform`, SIMPLE_MS],
  [`${ONE_DAY}&by=fakultaet,land`, SIMPLE_MS],
  [`${ONE_DAY}&by=land&count=institutions`, SIMPLE_MS],
  [`${ONE_DAY}&by=status&count=institutions`, SIMPLE_MS],
  [`${ONE_DAY}&by=land&where[institutionen.zustand][in]=current`, SIMPLE_MS],
  [TEN_YEARS, SIMPLE_MS],
  [`${TEN_YEARS}&by=status`, SIMPLE_MS],
  [`${TEN_YEARS}&by=themenfelder`, SIMPLE_MS],
  [`${TEN_YEARS}&by=beginn_jahr`, SIMPLE_MS],
  [`${TEN_YEARS}&by=land`, ANY_MS],
  [`${TEN_YEARS}&by=fakultaet,land`, ANY_MS],
  [`${TEN_YEARS}&by=status&count=institutions`, ANY_MS],
  [`${TEN_YEARS}&by=institut&count=institutions`, ANY_MS],
  [`${MONTHS}&by=status`, ANY_MS],
  [`${MONTHS}&by=fakultaet,land`, ANY_MS],
  [`${MONTHS}&by=land,rolle&count=members`, ANY_MS],
  [`${MONTHS}&by=institut,land&where[hochschulmitglieder.zustand][in]=current`, ANY_MS],
];

/** Measures statistics on a database of their own. @returns whether all goals were met */
export async function measureStatistics(serverUrl: string): Promise<boolean> {
  const { name, url } = await createDatabase(serverUrl, "template0");
  let isMet = true;
  const report = (what: string, times: number[], goal: number) => {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => getAt(sorted, Math.floor(share * (sorted.length - 1)));
    const isWithin = at(0.95) <= goal;
    isMet &&= isWithin;
    const figures = `median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, goal ${goal} ms`;
    console.log(`${isWithin ? "  " : "! "}${what}: ${figures}`);
  };
  try {
    await prepareDatabase(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query("SET session_replication_role = replica");
      await client.query(FILL);
      await client.query("VACUUM ANALYZE");
    } finally {
      await client.end();
    }
    process.env.DATABASE_URL = url;
    process.env.AUTH_SECRET = "a-secret-for-figures-that-is-long-enough";
    const { closeDatabase } = await import("@/lib/store/database/client");
    const { commandContext } = await import("@/lib/store/database/transaction");
    const { activeProjectsBy, projectStatistics, readStatistics } =
      await import("@/lib/features/statistics/server/statistics");
    const { statisticsMap } = await import("@/lib/features/statistics/server/statistics-map");
    const { refreshDeadlines } = await import("@/lib/store/records/project-deadlines");
    const context = commandContext();
    const timed = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const refreshed = await timed(() => refreshDeadlines(context));
    // As autovacuum does after a while.
    await context.connection.$executeRaw`ANALYZE project_deadlines`;
    console.log(`  active days of ${PROJECTS} projects computed in ${(refreshed / 1000).toFixed(1)} s`);
    const measure = async (what: string, goal: number, work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let call = 0; call < CALLS; call += 1) times.push(await timed(work));
      report(what, times, goal);
    };
    await measure("charts of the dashboard", DASHBOARD_MS, () =>
      activeProjectsBy(context, "2024-12-31", ["status", "themenfelder", "beginn_jahr"]),
    );
    for (const [query, goal] of QUESTIONS)
      await measure(query, goal, async () =>
        projectStatistics(context, await readStatistics(context, new URLSearchParams(query))),
      );
    for (const counted of ["institutions", "projects"] as const) {
      const { query } = await readStatistics(context, new URLSearchParams());
      await measure(`map of ${counted}`, ANY_MS, () => statisticsMap(context, { day: "2024-12-31", counted, query }));
    }
    await closeDatabase();
  } finally {
    await dropDatabase(serverUrl, name);
  }
  return isMet;
}
