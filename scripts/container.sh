#!/bin/sh
# What the image runs: `serve` (the default: prepare, then serve), `prepare`, `serve-only`, `user …`, `prisma …`, or any
# other command as it is. Exits 78 where a setting is wrong, 143 when it was told to stop before the app served.
set -eu

TOOLS=${TOOLS:-/tools}
APP=${APP:-/app}

# As the container's first process the shell would not hear SIGTERM at all, and without `wait` not before a step has ended.
child=
stopping=
stop() {
  stopping=143
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true
}
trap stop TERM INT HUP

run() {
  [ -z "$stopping" ] || exit "$stopping"
  "$@" &
  child=$!
  # Between a signal and this line there was no child to hand it to.
  [ -z "$stopping" ] || stop
  code=0
  wait "$child" || code=$?
  # A signal ends `wait` and not the child.
  while kill -0 "$child" 2>/dev/null; do
    code=0
    wait "$child" || code=$?
  done
  child=
  [ "$code" -eq 0 ] || exit "$code"
  [ -z "$stopping" ] || exit "$stopping"
}

check() {
  cd "$TOOLS"
  run node scripts/check-settings.mjs
}

prepare() {
  check
  run node scripts/prepare.mjs
}

serve() {
  # The app needs neither the database's owner nor the key of backups.
  unset MIGRATION_DATABASE_URL BACKUP_KEY
  cd "$APP"
  # Next.js calls the address to listen on HOSTNAME, which in a container is already the container's name.
  export HOSTNAME="${HOST:-0.0.0.0}"
  run node server.js
}

case "${1:-serve}" in
  serve)
    prepare
    serve
    ;;
  serve-only)
    check
    serve
    ;;
  prepare) prepare ;;
  user)
    shift
    cd "$TOOLS"
    exec node scripts/user.mjs "$@"
    ;;
  prisma)
    shift
    cd "$TOOLS"
    exec node node_modules/prisma/build/index.js "$@"
    ;;
  *) exec "$@" ;;
esac
