import { Prisma } from "../generated/prisma/client";

const { sql } = Prisma;

/** A folded text contains a word in its unaccented or in its collapsed form (contract §2). */
export const contains = (folded: Prisma.Sql, collapsed: Prisma.Sql, word: string) =>
  sql`(${folded} LIKE containing(fold_text(${word})) OR ${collapsed} LIKE containing(fold_umlauts(fold_text(${word}))))`;

/** A word stands in some searched field of the record called `r`. */
export const inSearchedFields = (word: string) => contains(sql`r.suche`, sql`r.suche_kompakt`, word);
