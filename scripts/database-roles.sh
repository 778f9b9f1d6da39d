#!/bin/sh
# The two roles beside the superuser: `cooperation_owner` migrates the database, `cooperation_app` is the app's and gets its
# rights from the migration. PostgreSQL's image runs this at its first start. Running it again is safe, sets both passwords,
# and hands what a restore by the superuser has made to the owner.
set -eu

# The passwords go in by the environment: everybody on the machine can read arguments.
psql --set=ON_ERROR_STOP=1 --no-psqlrc --quiet --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
\getenv owner_password POSTGRES_PASSWORD
\getenv app_password POSTGRES_APP_PASSWORD
SET log_statement = 'none';

SELECT format('CREATE ROLE %I', name)
  FROM unnest(ARRAY['cooperation_owner', 'cooperation_app']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE cooperation_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
ALTER ROLE cooperation_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'app_password';

-- Everybody may connect and make temporary tables where nobody says otherwise.
SELECT format('ALTER DATABASE %1$I OWNER TO cooperation_owner; REVOKE ALL ON DATABASE %1$I FROM PUBLIC;
  GRANT CONNECT ON DATABASE %1$I TO cooperation_app', current_database()) \gexec

SELECT format('ALTER SCHEMA %I OWNER TO cooperation_owner', nspname) FROM pg_namespace WHERE nspname = 'pgboss' \gexec
SELECT format('ALTER TABLE %s OWNER TO cooperation_owner', oid::regclass)
  FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'pgboss') AND relkind IN ('r', 'p', 'v', 'm', 'S')
    -- A column's own sequence goes with its table.
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i', 'e'))
  ORDER BY relkind = 'S' \gexec
SELECT format('ALTER TYPE %s OWNER TO cooperation_owner', oid::regtype)
  FROM pg_type WHERE typnamespace::regnamespace::text IN ('public', 'pgboss') AND typtype IN ('e', 'd')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e') \gexec
SELECT format('ALTER ROUTINE %s OWNER TO cooperation_owner', oid::regprocedure)
  FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'pgboss')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e') \gexec
SQL
