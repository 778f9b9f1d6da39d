#!/bin/sh
# Entrypoint of compose.yaml's containers: `etcd`, `patroni`, `haproxy`, `pgbouncer`, each with its
# template of this folder, filled in from environment variables; `roles`, once for the whole
# cluster; `fill FILE` prints a filled-in template.
set -eu

TEMPLATES=${TEMPLATES:-/templates}

# Replaces the placeholders of a template, without its comments, which contain placeholders as well.
# If a placeholder has no value, the container ends.
fill() {
  awk '
    /^[ \t]*[#;]/ { next }
    {
      line = $0
      done = ""
      while (match(line, /@[A-Z_]+@/)) {
        name = substr(line, RSTART + 1, RLENGTH - 2)
        if (!(name in ENVIRON)) { print "Nobody says what " name " stands for" > "/dev/stderr"; exit 1 }
        done = done substr(line, 1, RSTART - 1) ENVIRON[name]
        line = substr(line, RSTART + RLENGTH)
      }
      print done line
    }' "$TEMPLATES/$1"
}

# The generated files contain passwords.
umask 077

case "${1:-}" in
  fill) fill "$2" ;;
  etcd)
    fill etcd.yml > "$FOLDER/etcd.yml"
    # etcd would read variables with this prefix as its own settings.
    unset ETCD_PEERS ETCD_HOSTS
    exec etcd --config-file="$FOLDER/etcd.yml"
    ;;
  patroni)
    mkdir -p "$FOLDER/pgbackrest-lock" "$FOLDER/pgbackrest-log" "$FOLDER/pgbackrest-spool"
    fill pgbackrest.conf > "$PGBACKREST_CONF"
    fill patroni.yml > "$FOLDER/patroni.yml"
    exec patroni "$FOLDER/patroni.yml"
    ;;
  haproxy)
    fill haproxy.cfg > "$FOLDER/haproxy.cfg"
    exec haproxy -db -f "$FOLDER/haproxy.cfg"
    ;;
  pgbouncer)
    printf '"cooperation_app" "%s"\n' "$POSTGRES_APP_PASSWORD" > "$FOLDER/userlist.txt"
    fill pgbouncer.ini > "$FOLDER/pgbouncer.ini"
    exec pgbouncer --quiet "$FOLDER/pgbouncer.ini"
    ;;
  roles)
    # Runs on the leader, through the HAProxy named by PGHOST. Running it again changes nothing.
    found=$(psql --no-psqlrc --dbname=postgres --tuples-only --no-align --command="SELECT 1 FROM pg_database WHERE datname = '$POSTGRES_DB'")
    [ "$found" = 1 ] || createdb --maintenance-db=postgres "$POSTGRES_DB"
    exec sh /database-roles.sh
    ;;
  *) exec "$@" ;;
esac
