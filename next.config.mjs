import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/base/config/i18n-request.ts",
  // Compiles messages at build time, so that no page has to load the message parser (10 KB).
  experimental: { messages: { path: "./messages", format: "json", locales: ["de", "en"], precompile: true } },
});

/** @type {import('next').NextConfig} */
const nextConfig = {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // Files read by computed paths, which tracing misses: fonts of PDFs, the worker that hashes
  // passwords, the migrations that `/api/ready` checks, and the texts of the legal pages.
  outputFileTracingIncludes: {
    "/api/**/*": [
      "./node_modules/pdfmake/fonts/Roboto/*.ttf",
      "./lib/sessions/password-worker.mjs",
      "./node_modules/bcryptjs/{package.json,index.js}",
      "./prisma/migrations/*/migration.sql",
    ],
    "/*": ["./legal/*.md"],
  },
  // No page needs image optimization. If it were on, anyone could make the server scale images and
  // fill its cache.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  outputFileTracingExcludes: { "*": ["./node_modules/sharp/**", "./node_modules/@img/**"] },
  serverExternalPackages: ["pg", "pg-boss", "pdfmake", "prom-client", "zod", "rate-limiter-flexible", "ipaddr.js"],
  // `npm test` and `npm run validate` check all types, so that `npm start` need not.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Prefetched pages are shown at once. Visited pages are requested again, because other users
    // may have changed the data.
    staleTimes: { dynamic: 0, static: 30 },
    // While the server is unreachable, a navigation waits; a full page load would lose input
    // (lost-connection.tsx). If a proxy responds with 502, Next still loads the whole page.
    useOffline: true,
    // Nothing uses source maps in production. Writing them takes a tenth of the build time, and
    // each file would contain the name of its map, which prevents deduplication
    // (scripts/build/app-build.ts).
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // Unknown URLs get a page inside the app's layout. Not those of files, to which the middleware does
  // not apply: a missing one must not redirect guests to the login.
  rewrites: () => ({
    fallback: [{ source: "/:path((?!_next/|pdf/|favicon\\.ico$|robots\\.txt$).*)", destination: "/pages/unknown" }],
  }),
  // The address contains the version (scripts/build/pdf-assets.ts).
  headers: () => [
    { source: "/pdf/:path+", headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }] },
  ],
  // Mailed links contain a token in their path, and calendar feeds a secret, which must not be
  // logged.
  logging: { incomingRequests: { ignore: [/password|verify|unsubscribe|confirm|api\/calendar/] } },
};

export default withNextIntl(nextConfig);
