import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n-request.ts",
  // Messages are compiled while building, which spares every page the parser (10 KB).
  experimental: { messages: { path: "./messages", format: "json", locales: ["de", "en"], precompile: true } },
});

/** @type {import('next').NextConfig} */
const nextConfig = {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // Read by their names, which no tracing sees: the fonts of what is made as a PDF, the thread that hashes passwords, the
  // migrations that `/api/ready` asks for, and the texts of the pages without a login.
  outputFileTracingIncludes: {
    "/api/**/*": [
      "./node_modules/pdfmake/fonts/Roboto/*.ttf",
      "./lib/server/auth/password-worker.mjs",
      "./node_modules/bcryptjs/{package.json,index.js}",
      "./prisma/migrations/*/migration.sql",
    ],
    "/*": ["./legal/*.md"],
  },
  // No page has pictures to scale: without it anybody could have the server do so, and write into its folder.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  outputFileTracingExcludes: { "*": ["./node_modules/sharp/**", "./node_modules/@img/**"] },
  serverExternalPackages: ["pg", "pg-boss", "pdfmake", "prom-client", "zod", "rate-limiter-flexible", "ipaddr.js"],
  // `npm test` and `npm run validate` check the types of everything; a start need not do it again for tests and benches.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A page that was fetched ahead is shown at once; one that was seen before is asked for again, as others may have changed it.
    staleTimes: { dynamic: 0, static: 30 },
    // A move waits for a server that cannot be reached, where a load of the whole page would lose what was typed
    // (lost-connection.tsx). Where a proxy answers in its place, with 502, Next loads the whole page all the same.
    useOffline: true,
    // Nothing reads them in production; writing them takes a tenth of the build, and the name of its map keeps a file from being equal
    // to another one (scripts/build/app-build.ts).
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // Links that were mailed carry a token in their path, and calendars' addresses a secret, which no log may hold.
  logging: { incomingRequests: { ignore: [/password|verify|unsubscribe|api\/calendar/] } },
};

export default withNextIntl(nextConfig);
