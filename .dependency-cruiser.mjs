import {
  CAPABILITY_IMPORTS,
  CAPABILITY_RANK,
  COMPONENT_RANKS,
  RECORD_COMPONENT_RANKS,
  SERVER_RANKS,
  WITHOUT_RECORDS,
} from "./structure.mjs";

/** The sources of the app. */
const PRODUCT = "^(app/|components/|lib/|(server|middleware|instrumentation)\\.ts$)";
/** Routes are above all ranks: only `app/` imports them. */
const ROUTES = "^lib/server/api/routes/";
const any = (folders) => `(${folders.join("|")})`;

/** Pure functions on texts, lists and objects, which any rule may use. */
const PURE_HELPERS = "^lib/pure/";

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/**
 * Forbids folders of each rank to import from higher ranks and, if `isStrict`, from other folders
 * of the same rank.
 */
const ranked = (root, ranks, isStrict) =>
  ranks.flatMap((folders, rank) =>
    folders.flatMap((folder) => {
      const siblings = isStrict ? folders.filter((other) => other !== folder) : [];
      const above = [...siblings, ...ranks.slice(rank + 1).flat()];
      if (above.length === 0) return [];
      return forbid(
        `${root}/${folder}`,
        `${root}/${folder} has a lower rank than what it imports (structure.mjs).`,
        { path: `^${root}/${folder}/`, pathNot: [ROUTES] },
        { path: `^${root}/${any(above)}/` },
      );
    }),
  );

const capabilities = (SERVER_RANKS[CAPABILITY_RANK] ?? []).map((folder) =>
  forbid(
    `capability-${folder}`,
    "Capabilities import each other only as listed in CAPABILITY_IMPORTS of structure.mjs.",
    { path: `^lib/server/${folder}/` },
    {
      path: `^lib/server/${any(SERVER_RANKS[CAPABILITY_RANK])}/`,
      pathNot: [`^lib/server/${any([folder, ...(CAPABILITY_IMPORTS[folder] ?? [])])}/`],
    },
  ),
);

const configuration = {
  forbidden: [
    ...ranked("lib/server", SERVER_RANKS, false),
    ...ranked("components", COMPONENT_RANKS, true),
    ...ranked("components/records", RECORD_COMPONENT_RANKS, true),
    ...capabilities,
    {
      name: "no-folder-cycle",
      // Subfolders are part of a folder, so that api/routes would put api into a cycle with server.
      comment: "Folders of lib/server do not import each other in a circle.",
      severity: "error",
      scope: "folder",
      from: { path: "^lib/server/", pathNot: ["^lib/server/(api|server)$"] },
      to: { circular: true, path: "^lib/server/" },
    },
    forbid(
      "routes-on-top",
      "Only app/ and lib/server/api/routes itself import routes.",
      { path: "^lib/", pathNot: [ROUTES] },
      { path: ROUTES },
    ),
    forbid(
      "components-without-server",
      "Components get data passed down; neither they nor the code they share import lib/server.",
      { path: "^(components/|lib/)", pathNot: ["^lib/server/"] },
      { path: "^(lib/server|prisma)/" },
    ),
    forbid(
      "components-without-records",
      `components/${WITHOUT_RECORDS.join(", ")} know nothing of records.`,
      { path: `^components/${any(WITHOUT_RECORDS)}/` },
      { path: "^lib/records/", pathNot: ["^lib/records/fields/day\\.ts$"] },
    ),
    forbid(
      "app-on-top",
      "Nothing below app/ and server.ts imports them.",
      { path: "^(components|lib)/" },
      { path: "^(app/|server\\.ts$)" },
    ),
    forbid("lib-below-components", "lib/ knows nothing of components.", { path: "^lib/" }, { path: "^components/" }),
    forbid(
      "product-alone",
      "The product imports neither scripts nor tests nor lab.",
      { path: PRODUCT },
      { path: "^(scripts|tests|lab)/" },
    ),
    forbid(
      "engine-not-imported",
      "Prisma's command line starts the schema engine; nothing imports it.",
      { pathNot: ["^scripts/prisma-schema-engine/"] },
      { path: "^scripts/prisma-schema-engine/" },
    ),
    forbid(
      "engine-alone",
      "The schema engine imports packages and its own files, nothing else.",
      { path: "^scripts/prisma-schema-engine/" },
      { path: "^(app|components|lib|lab|prisma|scripts|tests)/", pathNot: ["^scripts/prisma-schema-engine/"] },
    ),
    forbid("scripts-without-tests", "Scripts never import tests.", { path: "^scripts/" }, { path: "^(tests|lab)/" }),
    forbid(
      "prisma-client",
      "Only the database, accounts and errors import Prisma's client; SQL helpers come from database/sql.",
      { path: PRODUCT, pathNot: ["^lib/server/(database|accounts|errors|generated)/"] },
      { path: "^(lib/server/generated/prisma/|node_modules/@prisma/)" },
    ),
    forbid(
      "one-door-to-replicas",
      "Reads are routed by database/replicas/read-routing.ts; the other modules of its folder are its own.",
      { path: "^(app|components|lib|prisma|scripts|lab)/", pathNot: ["^lib/server/database/replicas/"] },
      { path: "^lib/server/database/replicas/", pathNot: ["/read-routing\\.ts$"] },
    ),
    forbid(
      "isomorphic-records",
      "lib/records is isomorphic: zod, the limits, the languages, types of answers and pure rules, nothing else.",
      { path: "^lib/records/" },
      {
        pathNot: ["^lib/(records|answers)/", PURE_HELPERS, "^lib/(limits|i18n)\\.ts$", "^node_modules/(zod)/"],
      },
    ),
    forbid(
      "answers-described-without-server",
      "lib/answers describes what server and browser share: zod, the limits, the languages and lib/records.",
      { path: "^lib/answers/" },
      { pathNot: ["^lib/(answers|records)/", PURE_HELPERS, "^lib/(limits|i18n)\\.ts$", "^node_modules/(zod)/"] },
    ),
    forbid(
      "answers-as-types",
      "Only the server loads the schemas of answers; all others import their types, so that browsers load no zod.",
      { path: PRODUCT, pathNot: ["^lib/(server|answers)/"] },
      { path: "^lib/answers/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "pure-deadlines",
      "lib/deadlines is pure: date-fns and pure helpers, nothing else.",
      { path: "^lib/deadlines/" },
      { pathNot: ["^lib/deadlines/", PURE_HELPERS, "^node_modules/date-fns/"] },
    ),
    forbid(
      "pure-matching",
      "lib/record-matching is pure: pure helpers and the declaration of compared fields, nothing else.",
      { path: "^lib/record-matching/" },
      { pathNot: ["^lib/record-matching/", PURE_HELPERS, "^lib/records/kinds/duplicate-fields\\.ts$"] },
    ),
    forbid("pure-helpers", "lib/pure imports nothing.", { path: "^lib/pure/" }, { pathNot: "^lib/pure/" }),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^lib/server/generated"] },
    // Tests may import anything.
    exclude: { path: ["^\\.next", "^\\.data", "\\.test\\.tsx?$"] },
    tsConfig: { fileName: "tsconfig.json" },
    // Also checks imports of types, because a reader has to follow these, too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};

export default configuration;
