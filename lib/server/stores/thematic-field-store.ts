import type { ThematicFieldValues } from "../../records/thematic-field";
import { Prisma } from "../generated/prisma/client";
import type { RecordStore } from "./record-store";

const { sql } = Prisma;

const COLUMNS = { themenfeld_de: true, themenfeld_en: true } as const;

export const thematicFieldStore = {
  sort: { themenfeld_de: sql`r.themenfeld_de`, themenfeld_en: sql`r.themenfeld_en` },
  label: (locale) => (locale === "de" ? sql`r.themenfeld_de` : sql`r.themenfeld_en`),
  detail: (locale) => (locale === "de" ? sql`r.themenfeld_en` : sql`r.themenfeld_de`),
  searched: sql`concat_ws(E'\n', r.themenfeld_de, r.themenfeld_en)`,

  rows: (connection, ids) =>
    connection.thematicField.findMany({
      where: { themenfeld_id: { in: ids } },
      select: { themenfeld_id: true, ...COLUMNS },
    }),

  values: (connection, id) => connection.thematicField.findUnique({ where: { themenfeld_id: id }, select: COLUMNS }),

  async create(transaction, values) {
    const { themenfeld_id } = await transaction.thematicField.create({
      data: values,
      select: { themenfeld_id: true },
    });
    return themenfeld_id;
  },

  async update(transaction, id, values) {
    await transaction.thematicField.update({
      where: { themenfeld_id: id },
      data: values,
      select: { themenfeld_id: true },
    });
  },

  async remove(connection, id) {
    const { count } = await connection.thematicField.deleteMany({ where: { themenfeld_id: id } });
    return count > 0;
  },
} satisfies RecordStore<ThematicFieldValues>;
