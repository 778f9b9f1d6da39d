# The cooperation database as an image: the standalone build in /app, and in /tools what migrates, seeds and keeps accounts.
# docs/operations.md says how it is used and what of it was tried.
FROM node:24-bookworm-slim AS base
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1 PRISMA_HIDE_UPDATE_MESSAGE=1

FROM base AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma/schema.prisma prisma/schema.prisma
COPY scripts/prisma-schema-engine.mjs scripts/prisma-schema-engine.mjs
COPY scripts/prisma-schema-engine scripts/prisma-schema-engine
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# Without .npmrc, whose include=dev would bring the development packages along. Next and its like are taken out again:
# the standalone build has its own copy, and no tool needs them.
FROM base AS tools
WORKDIR /tools
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/next node_modules/@next node_modules/@img node_modules/sharp node_modules/lucide-react
COPY tsconfig.json prisma.config.ts ./
COPY prisma prisma
COPY scripts scripts
COPY lib lib
COPY --from=build /build/lib/server/generated lib/server/generated

FROM base
# Idle connections stay open longer than a proxy keeps them, so that it never sends a request into a closed one.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 KEEP_ALIVE_TIMEOUT=75000
COPY --from=tools /tools /tools
COPY --from=build /build/.next/standalone /app
WORKDIR /app
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["sh", "/tools/scripts/container.sh"]
CMD ["serve"]
