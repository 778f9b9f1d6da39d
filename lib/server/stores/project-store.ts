import type { ProjectValues } from "../../records/project";
import { Prisma } from "../generated/prisma/client";
import { dayText, dayValue, topics, topicsOfRow, type RecordStore } from "./record-store";

const { sql } = Prisma;

const COLUMNS = {
  projekt_titel: true,
  projektbeginn: true,
  projektende: true,
  status: true,
  vertragsgrundlage: true,
  kuendigungsfrist: true,
  foerderer: true,
  foerderer_link: true,
  mittelvolumen: true,
  drittelmittelanteil: true,
  projektwebsite: true,
  zusammenarbeit_ende_nach_vertrag: true,
  kommentare: true,
} as const;

const statusName = (column: "projektstatus_de" | "projektstatus_en") =>
  sql`(SELECT ${Prisma.raw(column)} FROM projekt_status WHERE projektstatus_id = r.status)`;

type StoredDays = { projektbeginn: Date | null; projektende: Date | null };

/** A stored project with its days as texts. */
const withDayTexts = <Stored extends StoredDays>(stored: Stored) => ({
  ...stored,
  projektbeginn: dayText(stored.projektbeginn),
  projektende: dayText(stored.projektende),
});

function toColumns({ einrichtungen, themenfelder: _links, projektbeginn, projektende, ...columns }: ProjectValues) {
  return {
    columns: { ...columns, projektbeginn: dayValue(projektbeginn), projektende: dayValue(projektende) },
    facilities: einrichtungen.map((einrichtung_id) => ({ einrichtung_id })),
  };
}

export const projectStore = {
  sort: {
    projekt_titel: sql`r.projekt_titel`,
    projektbeginn: sql`r.projektbeginn`,
    projektende: sql`r.projektende`,
    projektstatus_de: statusName("projektstatus_de"),
    projektstatus_en: statusName("projektstatus_en"),
  },
  label: () => sql`r.projekt_titel`,
  detail: () => sql`concat_ws(' – ', to_char(r.projektbeginn, 'DD.MM.YYYY'), to_char(r.projektende, 'DD.MM.YYYY'))`,
  searched: sql`r.projekt_titel`,

  async rows(connection, ids) {
    const projects = await connection.project.findMany({
      where: { projekt_id: { in: ids } },
      select: {
        projekt_id: true,
        ...COLUMNS,
        statusEntry: { select: { projektstatus_de: true, projektstatus_en: true } },
        themenfelder: topicsOfRow,
      },
    });
    return projects.map(({ statusEntry, themenfelder, ...project }) => ({
      ...withDayTexts(project),
      ...statusEntry,
      themenfelder: topics(themenfelder),
    }));
  },

  async values(connection, id) {
    const found = await connection.project.findUnique({
      where: { projekt_id: id },
      select: {
        ...COLUMNS,
        einrichtungen: { select: { einrichtung_id: true }, orderBy: { einrichtung_id: "asc" } },
      },
    });
    if (!found) return null;
    const einrichtungen = found.einrichtungen.map(({ einrichtung_id }) => einrichtung_id);
    return { ...withDayTexts(found), einrichtungen };
  },

  async create(transaction, values) {
    const { columns, facilities } = toColumns(values);
    const { projekt_id } = await transaction.project.create({
      data: { ...columns, einrichtungen: { create: facilities } },
      select: { projekt_id: true },
    });
    return projekt_id;
  },

  async update(transaction, id, values) {
    const { columns, facilities } = toColumns(values);
    await transaction.project.update({
      where: { projekt_id: id },
      data: { ...columns, einrichtungen: { deleteMany: {}, create: facilities } },
      select: { projekt_id: true },
    });
  },

  async remove(connection, id) {
    const { count } = await connection.project.deleteMany({ where: { projekt_id: id } });
    return count > 0;
  },
} satisfies RecordStore<ProjectValues>;
