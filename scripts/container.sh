#!/bin/sh
# Entry point of the image: `serve` (the default: prepare, then serve), `prepare`, `serve-only`, `user …`, `prisma …`, or
# any other command unchanged. Exits with 78 if a setting is invalid, and with 143 after a stop signal.
set -eu

TOOLS=${TOOLS:-/tools}
APP=${APP:-/app}

# As the container's first process, the shell ignores SIGTERM without a trap, and runs the trap only between steps unless
# it waits for them with `wait`.
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
  # A signal that came before this line had no child to be forwarded to.
  [ -z "$stopping" ] || stop
  code=0
  wait "$child" || code=$?
  # A signal ends `wait`, but not the child.
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
  # The app needs neither the owner's database URL nor the backup key.
  unset MIGRATION_DATABASE_URL BACKUP_KEY
  cd "$APP"
  export HOST="${HOST:-0.0.0.0}"
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
