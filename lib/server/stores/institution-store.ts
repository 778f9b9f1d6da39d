import type { InstitutionValues } from "../../records/institution";
import { Prisma } from "../generated/prisma/client";
import { topics, topicsOfRow, type RecordStore } from "./record-store";

const { sql } = Prisma;

const COLUMNS = {
  name: true,
  organisationsform: true,
  branchen: true,
  abteilung: true,
  kontaktperson: true,
  email: true,
  telefon: true,
  adresse: true,
  webseite: true,
  kommentare: true,
} as const;

const organisationForm = (column: "organisationsform_de" | "organisationsform_en") =>
  sql`(SELECT ${Prisma.raw(column)} FROM organisationsformen WHERE ogf_id = r.organisationsform)`;

export const institutionStore = {
  sort: {
    name: sql`r.name`,
    organisationsform_de: organisationForm("organisationsform_de"),
    organisationsform_en: organisationForm("organisationsform_en"),
  },
  label: () => sql`r.name`,
  detail: () => sql`concat_ws(' · ', nullif(r.abteilung, ''), coalesce(nullif(r.adresse, ''), r.branchen))`,
  searched: sql`r.name`,

  async rows(connection, ids) {
    const institutions = await connection.institution.findMany({
      where: { partner_institution_id: { in: ids } },
      select: {
        partner_institution_id: true,
        ...COLUMNS,
        organisationsformEntry: { select: { organisationsform_de: true, organisationsform_en: true } },
        themenfelder: topicsOfRow,
      },
    });
    return institutions.map(({ organisationsformEntry, themenfelder, ...columns }) => ({
      ...columns,
      ...organisationsformEntry,
      themenfelder: topics(themenfelder),
    }));
  },

  values: (connection, id) =>
    connection.institution.findUnique({ where: { partner_institution_id: id }, select: COLUMNS }),

  async create(transaction, { themenfelder: _links, ...columns }) {
    const { partner_institution_id } = await transaction.institution.create({
      data: columns,
      select: { partner_institution_id: true },
    });
    return partner_institution_id;
  },

  async update(transaction, id, { themenfelder: _links, ...columns }) {
    await transaction.institution.update({
      where: { partner_institution_id: id },
      data: columns,
      select: { partner_institution_id: true },
    });
  },

  async remove(connection, id) {
    const { count } = await connection.institution.deleteMany({ where: { partner_institution_id: id } });
    return count > 0;
  },
} satisfies RecordStore<InstitutionValues>;
