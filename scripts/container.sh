#!/bin/sh
# What the image runs: `serve` (the default), `migrate`, `seed`, `user …`, or any other command as it is.
set -eu

TOOLS=${TOOLS:-/tools}
APP=${APP:-/app}

check() (
  cd "$TOOLS"
  node --import tsx scripts/check-settings.ts
)

migrate() (
  cd "$TOOLS"
  node node_modules/prisma/build/index.js migrate deploy
)

seed() (
  cd "$TOOLS"
  node --import tsx prisma/seed.ts
)

case "${1:-serve}" in
  serve)
    check
    migrate
    seed
    cd "$APP"
    # Next.js calls the address to listen on HOSTNAME, which in a container is already the container's name.
    HOSTNAME=${HOST:-0.0.0.0} exec node server.js
    ;;
  migrate) migrate ;;
  seed) seed ;;
  user)
    shift
    cd "$TOOLS"
    exec node --import tsx scripts/user.ts "$@"
    ;;
  *) exec "$@" ;;
esac
