import type { MemberValues } from "../../records/member";
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
  ph_webseite: true,
  fakultaet: true,
  institut: true,
  kommentare: true,
} as const;

const institutName = (column: "institut_name_de" | "institut_name_en") =>
  sql`(SELECT ${Prisma.raw(column)} FROM institute WHERE institut_id = r.institut)`;

/** A member's own columns, and its lists of reference entries as Prisma creates them. */
function toColumns({ einrichtungen, status, themenfelder: _links, ...columns }: MemberValues) {
  return {
    columns,
    facilities: einrichtungen.map((einrichtung_id) => ({ einrichtung_id })),
    statuses: status.map((status_id) => ({ status_id })),
  };
}

export const memberStore = {
  sort: {
    nachname: sql`r.nachname`,
    vorname: sql`r.vorname`,
    email: sql`r.email`,
    institut_name_de: institutName("institut_name_de"),
    institut_name_en: institutName("institut_name_en"),
  },
  label: () => sql`r.vorname || ' ' || r.nachname`,
  detail: () => sql`r.email`,
  searched: sql`concat_ws(E'\n', r.vorname, r.nachname, r.email)`,

  async rows(connection, ids) {
    const members = await connection.member.findMany({
      where: { ph_id: { in: ids } },
      select: {
        ph_id: true,
        ...COLUMNS,
        institutEntry: { select: { institut_name_de: true, institut_name_en: true } },
        einrichtungen: {
          select: {
            einrichtung: { select: { einrichtung_id: true, einrichtung_name_de: true, einrichtung_name_en: true } },
          },
          orderBy: { einrichtung_id: "asc" },
        },
        themenfelder: topicsOfRow,
      },
    });
    return members.map(({ institutEntry, einrichtungen, themenfelder, ...columns }) => ({
      ...columns,
      ...institutEntry,
      einrichtungen: einrichtungen.map(({ einrichtung }) => einrichtung),
      themenfelder: topics(themenfelder),
    }));
  },

  async values(connection, id) {
    const found = await connection.member.findUnique({
      where: { ph_id: id },
      select: {
        ...COLUMNS,
        einrichtungen: { select: { einrichtung_id: true }, orderBy: { einrichtung_id: "asc" } },
        status: { select: { status_id: true }, orderBy: { status_id: "asc" } },
      },
    });
    if (!found) return null;
    return {
      ...found,
      einrichtungen: found.einrichtungen.map(({ einrichtung_id }) => einrichtung_id),
      status: found.status.map(({ status_id }) => status_id),
    };
  },

  async create(transaction, values) {
    const { columns, facilities, statuses } = toColumns(values);
    const { ph_id } = await transaction.member.create({
      data: { ...columns, einrichtungen: { create: facilities }, status: { create: statuses } },
      select: { ph_id: true },
    });
    return ph_id;
  },

  async update(transaction, id, values) {
    const { columns, facilities, statuses } = toColumns(values);
    await transaction.member.update({
      where: { ph_id: id },
      data: {
        ...columns,
        einrichtungen: { deleteMany: {}, create: facilities },
        status: { deleteMany: {}, create: statuses },
      },
      select: { ph_id: true },
    });
  },

  async remove(connection, id) {
    const { count } = await connection.member.deleteMany({ where: { ph_id: id } });
    return count > 0;
  },
} satisfies RecordStore<MemberValues>;
