import pg from "pg";
import { runSql } from "./postgres-cluster";
import { codeOf, UserFacingError } from "../process/user-facing-error";

/**
 * Key of the advisory lock that serializes the grants of concurrent starts, which would otherwise
 * conflict in PostgreSQL's catalogs.
 */
const GRANT_LOCK = 7_405_118;
const INSUFFICIENT_PRIVILEGE = "42501";
const LOGIN_QUERY = "SELECT current_user AS role, current_database() AS database";
/** The database schemas of the app's tables and of the job queue. */
const SCHEMAS = ["public", "pgboss"];
const EXCESS_RIGHTS_QUERY = `SELECT bool_or(has_schema_privilege(current_user, s.oid, 'CREATE') OR EXISTS (
  SELECT FROM pg_class WHERE relnamespace = s.oid AND pg_has_role(current_user, relowner, 'USAGE'))) AS may
  FROM pg_namespace s WHERE s.nspname IN (${SCHEMAS.map((schema) => `'${schema}'`).join(", ")})`;

type Login = { role: string; database: string };

/** Returns the role and the database of a connection. */
async function login(url: string): Promise<Login> {
  const { rows } = await runSql(url, LOGIN_QUERY);
  return rows[0] as Login;
}

/**
 * Returns SQL that grants access to the rows of all present and future tables. Prisma's table of
 * migrations is only readable, which `/api/ready` needs.
 */
function grants(role: string): string {
  const app = pg.escapeIdentifier(role);
  const rows = "SELECT, INSERT, UPDATE, DELETE";
  const ofSchema = (schema: string) => `
    GRANT USAGE ON SCHEMA ${schema} TO ${app};
    GRANT ${rows} ON ALL TABLES IN SCHEMA ${schema} TO ${app};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${app};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${rows} ON TABLES TO ${app};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${app};`;
  return `SELECT pg_advisory_xact_lock(${GRANT_LOCK});
    ${SCHEMAS.map(ofSchema).join("")}
    REVOKE ALL ON TABLE public._prisma_migrations FROM ${app};
    GRANT SELECT (migration_name, finished_at, rolled_back_at) ON TABLE public._prisma_migrations TO ${app}`;
}

/**
 * Grants the app's role access to the rows of a migrated database, and checks that the role cannot
 * change the structure.
 * @param ownerUrl URL of the database for its owner
 * @param appUrl URL of the same database for the app's role
 * @throws UserFacingError if the URLs name different databases, or the app's role may change the
 * structure
 */
export async function grantToApp(ownerUrl: string, appUrl: string): Promise<void> {
  const [owner, app] = [await login(ownerUrl), await login(appUrl)];
  if (owner.database !== app.database)
    throw new UserFacingError("MIGRATION_DATABASE_URL and DATABASE_URL must name the same database.");
  await runSql(ownerUrl, grants(app.role)).catch((error: unknown) => {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new UserFacingError(
      `The role "${owner.role}" of MIGRATION_DATABASE_URL does not own all of the database's tables: ` +
        'make it their owner, as described in docs/operations.md, "Two roles".',
    );
  });
  const { rows } = await runSql(appUrl, EXCESS_RIGHTS_QUERY);
  if (rows[0]?.may !== false) {
    throw new UserFacingError(
      `The role "${app.role}" of DATABASE_URL could change the structure of the database: it is superuser, owns tables, belongs ` +
        'to their owner, or may create in the schema public or pgboss. See docs/operations.md, "Two roles".',
    );
  }
}
