#!/bin/sh
# What compose.yaml's containers run: `etcd`, `patroni`, `haproxy`, `pgbouncer`, each with its file of this folder, filled in with the variables of
# the environment; `roles`, once for the whole cluster; `fill FILE` shows a file as it would be.
set -eu

TEMPLATES=${TEMPLATES:-/templates}

# Comments explain the names themselves. A name that nobody has set ends the container.
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

# Passwords are among what is filled in.
umask 077

case "${1:-}" in
  fill) fill "$2" ;;
  etcd)
    fill etcd.yml > "$FOLDER/etcd.yml"
    # etcd takes whatever begins like that for a setting of its own.
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
    # By the HAProxy that PGHOST names, on whoever leads. Running it again is safe.
    found=$(psql --no-psqlrc --dbname=postgres --tuples-only --no-align --command="SELECT 1 FROM pg_database WHERE datname = '$POSTGRES_DB'")
    [ "$found" = 1 ] || createdb --maintenance-db=postgres "$POSTGRES_DB"
    exec sh /database-roles.sh
    ;;
  *) exec "$@" ;;
esac
