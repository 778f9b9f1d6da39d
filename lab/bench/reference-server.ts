/**
 * The reference that the app is measured against: bare node:http and node-postgres on the app's
 * schema, with hand-written SQL that builds the JSON text, one named statement per request. It
 * checks sessions as the app does, and nothing else: no roles, no validation, no history, no
 * limits.
 *
 *   DATABASE_URL=… AUTH_SECRET=… PORT=… node --import tsx lab/bench/reference-server.ts
 */
import http, { type IncomingMessage } from "node:http";
import pg from "pg";
import { tokenHash } from "@/lib/base/web/crypto";

const CONNECTIONS = 10;
const ANCHOR_STEP = 500;
const HIGHEST = String.fromCodePoint(0x10ffff);

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: CONNECTIONS,
  idleTimeoutMillis: 0,
  // Disables the triggers that record the history.
  options: "-c cooperation.recorder=app",
});
pool.on("error", () => undefined);

type Row = Record<string, string> & { total: number };
const queryOne = async (name: string, text: string, values: unknown[] = []) =>
  (await pool.query<Row>({ name, text, values })).rows[0];

const names = (alias: string, key: string, columns: string[]) =>
  `json_build_object(${[key, ...columns].map((column) => `'${column}', ${alias}.${column}`).join(", ")})`;
const TOPICS = `coalesce((SELECT json_agg(${names("t", "themenfeld_id", ["themenfeld_de", "themenfeld_en"])} ORDER BY t.themenfeld_de, t.themenfeld_id)
  FROM member_thematic_fields l JOIN thematic_fields t USING (themenfeld_id) WHERE l.ph_id = m.ph_id), '[]')`;
const FACILITIES = `coalesce((SELECT json_agg(${names("e", "einrichtung_id", ["einrichtung_name_de", "einrichtung_name_en"])} ORDER BY e.position, e.einrichtung_id)
  FROM member_facilities l JOIN einrichtungen e USING (einrichtung_id) WHERE l.ph_id = m.ph_id), '[]')`;
const OWN_FIELDS = `'ph_id', m.ph_id, 'titel', m.titel, 'vorname', m.vorname, 'nachname', m.nachname, 'email', m.email, 'telefon', m.telefon,
  'adresse', m.adresse, 'ph_webseite', m.ph_webseite, 'fakultaet', m.fakultaet, 'institut', m.institut, 'kommentare', m.kommentare,
  'bestaetigt_am', m.bestaetigt_am, 'bestaetigt_von', m.bestaetigt_von`;
const ROW = `json_build_object(${OWN_FIELDS}, 'institut_name_de', m.institut_name_de, 'institut_name_en', m.institut_name_en,
  'fakultaet_name_de', f.fakultaet_name_de, 'fakultaet_name_en', f.fakultaet_name_en,
  'einrichtungen', ${FACILITIES}, 'themenfelder', ${TOPICS})`;
const ROWS = (keys: string, order: string) => `(SELECT coalesce(json_agg(r.j), '[]')::text FROM (
  SELECT ${ROW} AS j FROM (${keys}) k JOIN members m USING (ph_id) JOIN fakultaeten f ON f.fakultaet_id = m.fakultaet
  ORDER BY m.${order}, m.ph_id) r) AS data`;
const TOTAL = `(SELECT sum(count)::int FROM record_counts WHERE kind = 'members') AS total`;
const STATE = `(SELECT count(*) || ' ' || sum(row_id) FROM record_counts WHERE kind = 'members') AS state`;
// The words searched by the benchmark do not begin with an "e", so searching `suche_kompakt` is
// sufficient.
const MATCHES_FILTER = `m.suche_kompakt LIKE $1`;
const DETAIL = `SELECT m.version, json_build_object(${OWN_FIELDS},
    'einrichtungen', ARRAY(SELECT einrichtung_id FROM member_facilities WHERE ph_id = m.ph_id ORDER BY 1),
    'status', ARRAY(SELECT status_id FROM member_statuses WHERE ph_id = m.ph_id ORDER BY 1), 'themenfelder', ${TOPICS},
    'kooperationsprojekte', coalesce((SELECT json_agg(json_build_object('projekt_id', p.projekt_id, 'projekt_titel', p.projekt_titel,
        'projektbeginn', p.projektbeginn, 'projektende', p.projektende, 'rollen', (
          SELECT coalesce(json_agg(json_build_object('rolle_id', rolle_id, 'rolle_de', rolle_de, 'rolle_en', rolle_en) ORDER BY position, rolle_id), '[]')
          FROM verknuepfungsrollen WHERE rolle_id = ANY(l.rollen)),
        'seit', l.seit, 'bis', l.bis, 'hauptkontakt', l.hauptkontakt, 'bemerkung', l.bemerkung) ORDER BY p.projekt_titel, p.projekt_id)
      FROM member_projects l JOIN projects p USING (projekt_id) WHERE l.ph_id = m.ph_id), '[]'))::text AS data
  FROM members m WHERE ph_id = $1`;
const NAME_STARTS_WITH = (line: number) => `(SELECT ph_id FROM members m
  WHERE split_part(fold_umlauts(m.namen), E'\\n', ${line}) ~>=~ $1 AND split_part(fold_umlauts(m.namen), E'\\n', ${line}) ~<~ $2
  ORDER BY split_part(fold_umlauts(m.namen), E'\\n', ${line}) USING ~<~ LIMIT 50)`;
const TYPEAHEAD = `SELECT coalesce(json_agg(json_build_object('id', ph_id, 'label', label, 'ph_id', ph_id, 'vorname', vorname,
    'nachname', nachname, 'email', email)), '[]')::text AS data
  FROM (SELECT m.*, vorname || ' ' || nachname AS label FROM (${NAME_STARTS_WITH(1)} UNION ${NAME_STARTS_WITH(2)}) k
    JOIN members m USING (ph_id) ORDER BY vorname || ' ' || nachname, ph_id LIMIT 5) hits`;

let anchors: { state: string; keys: [string, number][] } = { state: "", keys: [] };

async function readAnchors(): Promise<void> {
  const { rows } = await pool.query<{ state: string; nachname: string; ph_id: number }>(`
    SELECT ${STATE}, nachname, ph_id FROM (
      SELECT nachname, ph_id, row_number() OVER (ORDER BY nachname, ph_id) - 1 AS place FROM members) placed
    WHERE place % ${ANCHOR_STEP} = 0 ORDER BY place`);
  anchors = { state: rows[0]?.state ?? "", keys: rows.map(({ nachname, ph_id }) => [nachname, ph_id]) };
}

/** Folds text as the app does, but only the letters that occur in the benchmark's words. */
const fold = (word: string) =>
  word.toLowerCase().replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u").replaceAll("ß", "ss");

async function queryPage(query: URLSearchParams, size: number, offset: number): Promise<Row | undefined> {
  const filter = query.get("filter");
  const topics = query.get("topics");
  if (filter) {
    const keys = `SELECT ph_id FROM found ORDER BY nachname, ph_id LIMIT ${size} OFFSET ${offset}`;
    return queryOne(
      `filter ${size} ${offset}`,
      `WITH found AS MATERIALIZED (SELECT ph_id, nachname FROM members m WHERE ${MATCHES_FILTER})
       SELECT (SELECT count(*)::int FROM found) AS total, ${ROWS(keys, "nachname")}`,
      [`%${fold(filter)}%`],
    );
  }
  if (topics) {
    const keys = `SELECT ph_id FROM members m WHERE (SELECT true FROM member_thematic_fields x
      WHERE x.ph_id = m.ph_id AND x.themenfeld_id = ANY($1::int[]) LIMIT 1) ORDER BY nachname, ph_id LIMIT ${size} OFFSET ${offset}`;
    const total = `(SELECT count(*)::int FROM (SELECT DISTINCT ph_id FROM member_thematic_fields WHERE themenfeld_id = ANY($1::int[])) d) AS total`;
    return queryOne(`topics ${size} ${offset}`, `SELECT ${total}, ${ROWS(keys, "nachname")}`, [
      topics.split(",").map(Number),
    ]);
  }
  const sort = query.get("sortBy") === "institut_name_de" ? "institut_name_de" : "nachname";
  const anchor = sort === "nachname" && offset >= ANCHOR_STEP ? anchors.keys[Math.floor(offset / ANCHOR_STEP)] : null;
  if (anchor) {
    const keys = `SELECT ph_id FROM members WHERE (nachname, ph_id) >= ($1, $2::int) ORDER BY nachname, ph_id LIMIT ${size} OFFSET $3`;
    const page = await queryOne(`anchor ${size}`, `SELECT ${TOTAL}, ${STATE}, ${ROWS(keys, "nachname")}`, [
      ...anchor,
      offset % ANCHOR_STEP,
    ]);
    if (page?.state === anchors.state) return page;
  }
  if (offset >= ANCHOR_STEP) await readAnchors();
  const keys = `SELECT ph_id FROM members ORDER BY ${sort}, ph_id LIMIT ${size} ${offset ? `OFFSET ${offset}` : ""}`;
  return queryOne(offset ? "" : `page ${sort} ${size}`, `SELECT ${TOTAL}, ${ROWS(keys, sort)}`);
}

async function list(url: URL): Promise<string> {
  const query = url.searchParams;
  const [page, size] = [Number(query.get("pageNo") ?? 0), Number(query.get("pageSize") ?? 10)];
  const found = await queryPage(query, size, page * size);
  const { total, data } = found ?? { total: 0, data: "[]" };
  const last = Math.max(1, Math.ceil(total / size));
  const shown = Math.max(0, Math.min(size, total - page * size));
  const link = (number: number) => {
    query.set("pageNo", String(number));
    return JSON.stringify(`${url.pathname}?${query}`);
  };
  return (
    `{"total":${total},"per_page":${size},"current_page":${page + 1},"last_page":${last},` +
    `"next_page_url":${page + 1 < last ? link(page + 1) : null},"prev_page_url":${page > 0 ? link(page - 1) : null},` +
    `"from":${shown ? page * size + 1 : null},"to":${shown ? page * size + shown : null},"data":${data}}`
  );
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Record<string, string>;
}

const SESSION = `SELECT u.id FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND s.expires_at > now() AND u.disabled_at IS NULL`;

async function handleRequest(request: IncomingMessage): Promise<[status: number, text: string]> {
  const token = (request.headers.authorization ?? "").slice("Bearer ".length);
  if (!(await queryOne("session", SESSION, [tokenHash("session", token)]))) return [401, "{}"];
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname === "/api/members") return [200, await list(url)];
  if (url.pathname === "/api/members_search") {
    const start = fold(url.searchParams.get("search") ?? "");
    if (start.length < 3) return [200, "[]"];
    return [200, (await queryOne("typeahead", TYPEAHEAD, [start, start + HIGHEST]))?.data ?? "[]"];
  }
  const id = Number(/^\/api\/members\/(\d+)$/.exec(url.pathname)?.[1]);
  if (request.method === "PUT") {
    const { kommentare } = await bodyOf(request);
    await queryOne("save", "UPDATE members SET kommentare = $2, version = version + 1 WHERE ph_id = $1", [
      id,
      kommentare,
    ]);
    return [200, '{"success":true,"message":"data_updated"}'];
  }
  return [200, `{"success":true,"data":${(await queryOne("record", DETAIL, [id]))?.data ?? "null"}}`];
}

await readAnchors();
http
  .createServer((request, response) => {
    handleRequest(request).then(
      ([status, text]) => {
        const body = Buffer.from(text);
        response.writeHead(status, { "content-type": "application/json", "content-length": body.length }).end(body);
      },
      (error: unknown) => {
        // autocannon aborts its last requests; those errors are not logged.
        if (!request.destroyed) console.error(error);
        response.writeHead(500).end();
      },
    );
  })
  .listen(Number(process.env.PORT), "127.0.0.1", () => console.log("The reference listens."));
