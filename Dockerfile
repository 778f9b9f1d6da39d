# Image of the cooperation database: the standalone build in /app, and in /tools the commands that
# migrate, seed and manage accounts. docs/operations.md describes its use and what has been tested.
# Renewed with each release of Node.js or Debian: `docker buildx imagetools inspect node:<tag>` prints
# the digest.
ARG NODE_IMAGE=node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e
FROM ${NODE_IMAGE} AS base
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1 PRISMA_HIDE_UPDATE_MESSAGE=1

FROM base AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma/schema.prisma prisma/schema.prisma
COPY scripts/prisma-schema-engine scripts/prisma-schema-engine
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/container-tools.mjs /tools

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
COPY --from=build /tools /tools
COPY --from=build /build/.next/standalone /app
WORKDIR /app
USER node
EXPOSE 3000
# Docker restarts only ended containers; this check is for dependent containers and load balancers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["sh", "/tools/scripts/container.sh"]
CMD ["serve"]
