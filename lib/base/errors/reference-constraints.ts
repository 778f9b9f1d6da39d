import { allDefinitions } from "@/lib/model/kinds/registry";
import { relations } from "@/lib/model/kinds/relations";

/**
 * Tables whose rows belong to an account. An admin may delete the account while a request of it is
 * inserting such a row, which then violates the foreign key.
 */
const ACCOUNT_TABLES = [
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

/** The kind of a file, and the account that uploads it, may be deleted during the upload. */
const FILE_KEYS = [foreignKey("files", "dateiart"), foreignKey("file_versions", "created_by")];

/** The account that starts a round may be deleted meanwhile. */
const ROUND_KEY = foreignKey("rounds", "started_by");

/** A role may be deleted while a link gets it. */
const LINK_ROLE_KEY = foreignKey("link_roles", "rolle_id_relation");

/**
 * Returns the names of the foreign keys that users can violate by deleting a row that a concurrent
 * request refers to: a reference entry, a linked record, an import or an account. A violation of
 * any other foreign key is a defect.
 */
export function userViolableConstraints(): Set<string> {
  const fieldKeys = allDefinitions.flatMap(({ table, key, fields }) =>
    Object.entries(fields).flatMap(([name, { storage, reference }]) => {
      if (storage.in === "list") return [foreignKey(storage.table, key), foreignKey(storage.table, storage.key)];
      return storage.in === "column" && reference ? [foreignKey(table, name)] : [];
    }),
  );
  const linkKeys = relations.flatMap(({ table, ends }) => ends.map(({ column }) => foreignKey(table, column)));
  const accountKeys = ACCOUNT_TABLES.map((table) => foreignKey(table, "user_id"));
  const otherKeys = [...FILE_KEYS, foreignKey("import_rows", "import_id"), LINK_ROLE_KEY, ROUND_KEY];
  return new Set([...fieldKeys, ...linkKeys, ...accountKeys, ...otherKeys]);
}
