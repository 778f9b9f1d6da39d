import pg from "pg";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { createDatabase } from "@/scripts/postgres/throwaway-databases";

/** The account as which the load generator logs in. */
export const BENCH_USER = { email: "bench@example.org", name: "Erika Mustermann" };
const TOPICS = 200;
const CHANGES_PER_MEMBER = 5;

/**
 * Returns SQL for a pseudo-random number below `below`. It is derived from the row's number, so
 * that runs are reproducible.
 */
export const pseudoRandom = (row: string, salt: number, below: string | number) =>
  `((hashint8extended(${row}, ${salt}) & 1073741823) % ${below})::int`;
const pick = (words: readonly string[], index: string) =>
  `(ARRAY[${words.map((word) => `'${word}'`).join(",")}])[1 + ${index}]`;

const FIRST_NAMES = [
  ...["Jürgen", "Jörg", "Björn", "Käthe", "Günther", "Anna", "Lukas", "Marie", "Sönke", "Heike", "Ursula", "Dörte"],
  ...["Thomas", "Sabine", "Götz", "Bärbel", "Andreas", "Petra", "Lena", "Paul", "Mia", "Emil", "Frieda", "Ömer", "Zoë"],
];
const SURNAME_STARTS = [
  ...["Müh", "Höl", "Grün", "Köh", "Schrö", "Kö", "Bäch", "Lüd", "Brück", "Strö", "Gärt", "Hüb", "Wei", "Schnei"],
  ...["Hoff", "Fisch", "Zimmer", "Krä", "Pöhl", "Vög", "Rö", "Süß", "Lin", "Stein", "Burg", "Wald", "Feld", "Hart"],
];
const SURNAME_ENDS = [
  ...["ler", "mann", "bäcker", "wald", "dorf", "berger", "müller", "meier", "höfer", "stein", "hausen", "brück"],
  ...[
    "schmidt",
    "lein",
    "gruber",
    "huber",
    "sträßer",
    "förster",
    "wäldner",
    "bauer",
    "böck",
    "kamp",
    "vogt",
    "richter",
  ],
];
const TOPIC_WORDS = ["Bildung", "Grundschule", "Inklusion", "Sprachförderung", "Nachhaltigkeit", "Medien", "Übergänge"];
const PROJECT_WORDS = ["Förderung", "Netzwerk", "Brücke", "Werkstatt", "Labor"];
const PLACES = ["Wien", "Graz", "Brüssel", "Köln", "Zürich", "Straßburg", "Prag", "Gmünd", "Löwen", "Århus", "Łódź"];
const ORGANISATION_TYPES = ["Universität", "Hochschule", "Akademie", "Institut", "Schule", "Verein", "Stiftung"];
/** Number of projects that one institution takes part in, as far as there are as many. */
const PROJECTS_OF_ONE = 5_000;
const NOTE = "Kooperationspartnerin, bevorzugt Rückmeldung per E-Mail.";

/**
 * Returns SQL that inserts the members' links before the members, with triggers disabled: the
 * members' triggers read the links to compute the search columns.
 */
const linksFirst = (members: number) => `
  INSERT INTO member_facilities (ph_id, einrichtung_id)
  SELECT DISTINCT i, e.einrichtung_id FROM generate_series(1, ${members}) i
  CROSS JOIN LATERAL (SELECT ${pseudoRandom("i", 31, "(SELECT count(*) FROM einrichtungen WHERE einrichtung_id > 0)")} AS start) s
  JOIN LATERAL (SELECT einrichtung_id FROM einrichtungen WHERE einrichtung_id > 0
    ORDER BY einrichtung_id OFFSET start LIMIT 1 + ${pseudoRandom("i", 32, 2)}) e ON true;
  INSERT INTO member_thematic_fields (ph_id, themenfeld_id)
  SELECT DISTINCT i, 1 + (${pseudoRandom("i", 21, TOPICS)} + k * (1 + ${pseudoRandom("i", 22, 39)})) % ${TOPICS}
  FROM generate_series(1, ${members}) i, generate_series(0, 4) k WHERE k <= ${pseudoRandom("i", 23, 5)};
  INSERT INTO member_projects (ph_id, projekt_id)
  SELECT DISTINCT 1 + (${pseudoRandom("p", 41, members)} + k::bigint * 7919) % ${members}, p
  FROM generate_series(1, ${Math.ceil(members / 5)}) p, generate_series(0, 4) k WHERE k <= ${pseudoRandom("p", 42, 5)};
  INSERT INTO member_statuses (ph_id, status_id) SELECT i, 1 FROM generate_series(1, ${members}) i;`;

const records = (members: number) => `
  INSERT INTO thematic_fields (themenfeld_id, themenfeld_de, themenfeld_en)
  SELECT i, ${pick(TOPIC_WORDS, `i % ${TOPIC_WORDS.length}`)} || ' ' || i, 'Topic ' || i FROM generate_series(1, ${TOPICS}) i;
  INSERT INTO projects (projekt_id, projekt_titel, projektbeginn, projektende, status, vertragsgrundlage)
  SELECT i, ${pick(PROJECT_WORDS, `i % ${PROJECT_WORDS.length}`)} || ' ' || i, begins, begins + ${pseudoRandom("i", 3, 2000)}, 1 + i % 3, 1
  FROM generate_series(1, ${Math.ceil(members / 5)}) i, LATERAL (SELECT date '2015-01-01' + ${pseudoRandom("i", 2, 3000)} AS begins) b;
  INSERT INTO members (ph_id, titel, vorname, nachname, email, telefon, adresse, ph_webseite, fakultaet, institut, kommentare,
    version)
  SELECT i, ${pick(["-1", "-1", "1", "2"], pseudoRandom("i", 9, 4))}::int, first, last,
    fold_text(first) || '.' || fold_text(last) || i || '@ph-beispiel.de', '+49 7171 ' || (100000 + ${pseudoRandom("i", 5, 900_000)}),
    'Königstraße ' || (1 + ${pseudoRandom("i", 6, 200)}) || ', 73525 Schwäbisch Gmünd', 'https://ph-beispiel.de/personen/' || i,
    f.all[1 + ${pseudoRandom("i", 4, "cardinality(f.all)")}], n.all[1 + ${pseudoRandom("i", 3, "cardinality(n.all)")}],
    CASE WHEN i % 3 = 0 THEN '${NOTE}' ELSE '' END, ${CHANGES_PER_MEMBER}
  FROM generate_series(1, ${members}) i,
    LATERAL (SELECT ${pick(FIRST_NAMES, pseudoRandom("i", 2, FIRST_NAMES.length))} AS first,
      ${pick(SURNAME_STARTS, pseudoRandom("i", 1, SURNAME_STARTS.length))} || ${pick(SURNAME_ENDS, pseudoRandom("i", 7, SURNAME_ENDS.length))} AS last) names,
    (SELECT array_agg(fakultaet_id) FROM fakultaeten WHERE fakultaet_id > 0) f("all"),
    (SELECT array_agg(institut_id) FROM institute WHERE institut_id > 0) n("all");`;

/** Returns SQL that inserts partner institutions and persons, and their links with each other and with projects. */
const partners = (members: number) => {
  const projects = Math.ceil(members / 5);
  const [institutions, persons] = [Math.ceil(members / 20), Math.ceil(members / 10)];
  return `
  INSERT INTO institutions (partner_institution_id, name, branchen, adresse)
  SELECT i, ${pick(ORGANISATION_TYPES, pseudoRandom("i", 51, ORGANISATION_TYPES.length))} || ' ' || place || ' ' || i, 'Hochschule', 'Hauptstraße ' || i || ', ' || place
  FROM generate_series(1, ${institutions}) i, LATERAL (SELECT ${pick(PLACES, pseudoRandom("i", 52, PLACES.length))} AS place) p;
  INSERT INTO persons (person_id, vorname, nachname, email)
  SELECT i, first, last, fold_text(first) || '.' || fold_text(last) || i || '@partner.example'
  FROM generate_series(1, ${persons}) i,
    LATERAL (SELECT ${pick(FIRST_NAMES, pseudoRandom("i", 53, FIRST_NAMES.length))} AS first,
      ${pick(SURNAME_STARTS, pseudoRandom("i", 54, SURNAME_STARTS.length))} || ${pick(SURNAME_ENDS, pseudoRandom("i", 55, SURNAME_ENDS.length))} AS last) names;
  INSERT INTO institution_persons (partner_institution_id, person_id)
  SELECT 1 + ${pseudoRandom("i", 56, institutions)}, i FROM generate_series(1, ${persons}) i;
  INSERT INTO project_institutions (partner_institution_id, projekt_id)
  SELECT DISTINCT 1 + (${pseudoRandom("p", 57, institutions)} + k * 31) % ${institutions}, p
  FROM generate_series(1, ${projects}) p, generate_series(0, 2) k WHERE k <= ${pseudoRandom("p", 58, 3)}
  UNION SELECT 1, p FROM generate_series(1, ${Math.min(projects, PROJECTS_OF_ONE)}) p;
  INSERT INTO project_persons (person_id, projekt_id)
  SELECT 1 + ${pseudoRandom("p", 59, persons)}, p FROM generate_series(1, ${projects}) p;`;
};

const history = (members: number) => `
  INSERT INTO changes (at, user_id, user_name, source, action, kind, id, label, version, fields)
  SELECT now() - (${CHANGES_PER_MEMBER} - v) * interval '30 days' - i * interval '1 second', 1, '${BENCH_USER.name}', 'app',
    CASE v WHEN 1 THEN 'create' ELSE 'update' END, 'members', i, 'Erika Beispiel ' || i, v,
    '[{"name": "telefon", "old": "0711 1", "new": "0711 2"}]'
  FROM generate_series(1, ${members}) i, generate_series(1, ${CHANGES_PER_MEMBER}) v;`;

const INDEX = "SELECT indexdef FROM pg_indexes WHERE indexname = 'members_suche_idx'";

const SEQUENCES = [
  ["members", "ph_id"],
  ["projects", "projekt_id"],
  ["thematic_fields", "themenfeld_id"],
  ["institutions", "partner_institution_id"],
  ["persons", "person_id"],
].map(
  ([table, key]) => `SELECT setval(pg_get_serial_sequence('${table}', '${key}'), (SELECT max(${key}) FROM ${table}));`,
);

/**
 * Creates a database with members and related data, generated in SQL.
 * @param serverUrl the server, as a superuser
 * @param members number of members; there are a fifth as many projects, a tenth as many partner
 *   persons, a twentieth as many institutions, and five changes per member
 * @returns the database's URL
 */
export async function generate(serverUrl: string, members: number): Promise<string> {
  const { url } = await createDatabase(serverUrl, "template0");
  await prepareDatabase(url);
  await fill(url, members);
  return url;
}

/**
 * Fills an existing, migrated database with the data that `generate` describes.
 * @param url the database, as a superuser
 */
export async function fill(url: string, members: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(linksFirst(members));
    await client.query("SET session_replication_role = origin");
    // Disables the history triggers, because the history is generated below.
    await client.query("SET cooperation.recorder = 'app'");
    // Building the large index once at the end takes a tenth of the time.
    const [index] = (await client.query<{ indexdef: string }>(INDEX)).rows;
    await client.query("DROP INDEX members_suche_idx");
    await client.query(records(members));
    await client.query(index?.indexdef ?? "");
    await client.query(partners(members));
    await client.query(history(members));
    for (const statement of SEQUENCES) await client.query(statement);
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}
