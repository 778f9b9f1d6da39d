import type { AnyDefinition } from "@/lib/model/kinds/define";
import { implausibleSql } from "@/lib/model/fields/plausible";
import type { Part } from "./types";

/**
 * Builds partial indexes on the few records of a kind whose addresses are implausible, because
 * checking 100,000 records without an index takes a second.
 */
export const implausibleIndexes = ({ table, key, fields }: AnyDefinition): Part => ({
  functions: [],
  triggers: [],
  indexes: Object.entries(fields).flatMap(([name, { plausibility }]) =>
    plausibility
      ? [
          {
            name: `${table}_${name}_doubtful_idx`,
            table,
            on: `("${key}") WHERE ${implausibleSql(plausibility, `"${name}"`)}`,
          },
        ]
      : [],
  ),
});
