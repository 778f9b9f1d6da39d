import { allDefinitions } from "../../records/kinds/registry";
import { relations } from "../../records/kinds/relations";

/** Tables whose rows belong to an account, which an admin may delete during one of its requests. */
const OF_ACCOUNTS = [
  "api_tokens",
  "calendar_feeds",
  "duplicate_dismissals",
  "imports",
  "recovery_codes",
  "sessions",
  "tokens",
  "views",
];

const foreignKey = (table: string, column: string) => `${table}_${column}_fkey`;

/**
 * Returns the names of the foreign keys that users can violate by deleting what a concurrent call
 * refers to: reference entries, linked records, imports and accounts. Violations of all others are
 * defects.
 */
export function userViolableConstraints(): Set<string> {
  const ofFields = allDefinitions.flatMap(({ table, key, fields }) =>
    Object.entries(fields).flatMap(([name, { storage, reference }]) => {
      if (storage.in === "list") return [foreignKey(storage.table, key), foreignKey(storage.table, storage.key)];
      return storage.in === "column" && reference ? [foreignKey(table, name)] : [];
    }),
  );
  const ofLinks = relations.flatMap(({ table, ends }) => ends.map(({ column }) => foreignKey(table, column)));
  const ofAccounts = OF_ACCOUNTS.map((table) => foreignKey(table, "user_id"));
  return new Set([...ofFields, ...ofLinks, ...ofAccounts, foreignKey("import_rows", "import_id")]);
}
