import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { empty, join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { containsOneOf, foldedContainsOneOf } from "@/lib/store/sql/text-search";
import type { PersonFile } from "../file-answers";
import { hasTextWord, recordLabel } from "@/lib/store/sql/record-files";

/** Maximum number of files of a disclosure. */
const MAX_FILES = 1_000;

type PersonRecords = { kind: string; ids: readonly number[] };

const isOfPerson = ({ kind, ids }: PersonRecords) => sql`(f.kind = ${kind} AND f.record_id = ANY(${ids}::int[]))`;

/** Builds a condition: the text of a version of file `f` has all words of one of the names. */
function hasNameInText(names: readonly string[]): SqlQuery {
  const hasAll = (name: string) =>
    join(
      name.split(/\s+/).map((word) => hasTextWord(foldedContainsOneOf(sql`w.word`, sql`w.word`, [word]))),
      " AND ",
    );
  return sql`f.datei_id IN (SELECT v.datei_id FROM file_versions v JOIN file_contents c ON c.content_id = v.content_id
    WHERE ${join(
      names.map((name) => sql`(${hasAll(name)})`),
      " OR ",
    )})`;
}

/**
 * Finds the files that concern a person, also deleted ones that can still be restored: those of the
 * person's records, and others whose names, description or text contain a surname or address.
 * @param words the person's surnames and addresses
 */
export function findPersonFiles(
  connection: Connection,
  person: PersonRecords,
  words: readonly string[],
): Promise<PersonFile[]> {
  const texts = sql`concat_ws(E'\\n', f.bezeichnung, (SELECT string_agg(v.name, E'\\n') FROM file_versions v WHERE v.datei_id = f.datei_id))`;
  const names = words.length > 0 ? sql`OR ${containsOneOf(texts, words)} OR ${hasNameInText(words)}` : empty;
  return connection.$queryRaw<PersonFile[]>`
    SELECT f.datei_id, v.name, f.kind, f.record_id AS id, coalesce(${recordLabel(HISTORY_LOCALE)}, '') AS label
    FROM files f JOIN LATERAL (SELECT v.name FROM file_versions v WHERE v.datei_id = f.datei_id
      ORDER BY v.removed_at IS NOT NULL, v.fassung DESC LIMIT 1) AS v ON true
    WHERE ${isOfPerson(person)} ${names} ORDER BY f.datei_id LIMIT ${MAX_FILES}`;
}

/**
 * Returns the ids of all files that the person's records have or had, according to the stored files and
 * their history.
 */
export async function ownFileIds(connection: Connection, person: PersonRecords): Promise<number[]> {
  const { kind, ids } = person;
  const rows = await connection.$queryRaw<{ id: number }[]>`
    SELECT f.datei_id AS id FROM files f WHERE ${isOfPerson(person)}
    UNION SELECT c.id FROM changes c
    WHERE c.kind = ${FILE_KIND} AND c.related_kind = ${kind} AND c.related_id = ANY(${ids}::int[])`;
  return rows.map(({ id }) => id);
}

/** Deletes the rows of files with all versions. `purgeContents` then drops the unused contents. */
export async function eraseFiles(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.$executeRaw`DELETE FROM files WHERE datei_id = ANY(${ids}::int[])`;
}
