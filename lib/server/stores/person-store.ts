import type { PersonValues } from "../../records/person";
import { Prisma } from "../generated/prisma/client";
import { topics, topicsOfRow, type RecordStore } from "./record-store";

const { sql } = Prisma;

const COLUMNS = {
  titel: true,
  vorname: true,
  nachname: true,
  email: true,
  telefon: true,
  adresse: true,
  abteilung: true,
  position: true,
  ph_webseite: true,
  kommentare: true,
} as const;

export const personStore = {
  sort: { nachname: sql`r.nachname`, vorname: sql`r.vorname`, email: sql`r.email` },
  label: () => sql`r.vorname || ' ' || r.nachname`,
  detail: () => sql`concat_ws(' · ', r.email, (
    SELECT string_agg(i.name, ', ' ORDER BY i.name)
    FROM institution_persons l JOIN institutions i USING (partner_institution_id) WHERE l.person_id = r.person_id
  ))`,
  searched: sql`concat_ws(E'\n', r.vorname, r.nachname, r.email)`,

  async rows(connection, ids) {
    const persons = await connection.person.findMany({
      where: { person_id: { in: ids } },
      select: { person_id: true, ...COLUMNS, themenfelder: topicsOfRow },
    });
    return persons.map(({ themenfelder, ...columns }) => ({ ...columns, themenfelder: topics(themenfelder) }));
  },

  async values(connection, id) {
    const found = await connection.person.findUnique({
      where: { person_id: id },
      select: {
        ...COLUMNS,
        institutionen: { select: { partner_institution_id: true }, orderBy: { partner_institution_id: "asc" } },
      },
    });
    if (!found) return null;
    const { institutionen, ...columns } = found;
    return { ...columns, institution: institutionen.map(({ partner_institution_id }) => partner_institution_id) };
  },

  async create(transaction, { themenfelder: _topics, institution: _institutions, ...columns }) {
    const { person_id } = await transaction.person.create({ data: columns, select: { person_id: true } });
    return person_id;
  },

  async update(transaction, id, { themenfelder: _topics, institution: _institutions, ...columns }) {
    await transaction.person.update({ where: { person_id: id }, data: columns, select: { person_id: true } });
  },

  async remove(connection, id) {
    const { count } = await connection.person.deleteMany({ where: { person_id: id } });
    return count > 0;
  },
} satisfies RecordStore<PersonValues>;
