import { COMPONENT_LAYERS, FEATURE_IMPORTS, LIB_LAYERS, WITHOUT_RECORDS } from "./structure.mjs";

/** The sources of the app. */
const PRODUCT = "^(app/|components/|lib/|(server|middleware|instrumentation)\\.ts$)";
/** Modules that run on the server only. `lib/base/browser` is for browsers, as its name says. */
const SERVER =
  "^(lib/(store|sessions|http)/|lib/base/(?!browser/)|lib/features/[^/]+/(server/|routes(/|\\.ts$))|lib/routes\\.ts$|prisma/|generated/)";
/** Schemas of the API's answers. */
const ANSWERS = "^lib/(model/answers/|features/[^/]+/[^/]+-answers\\.ts$)";
const ROUTES = "^lib/features/[^/]+/routes(/|\\.ts$)";
const any = (folders) => `(${folders.join("|")})`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** Forbids folders of each layer to import from higher layers. */
const layered = (root, layers) =>
  layers
    .slice(0, -1)
    .map((folders, layer) =>
      forbid(
        `${root}/${folders[0]}`,
        `${root}/${folders.join(", ")} is lower than what it imports (structure.mjs).`,
        { path: `^${root}/${any(folders)}/` },
        { path: `^${root}/${any(layers.slice(layer + 1).flat())}/` },
      ),
    );

const features = Object.entries(FEATURE_IMPORTS).map(([feature, others]) =>
  forbid(
    `feature-${feature}`,
    "Features import each other only as FEATURE_IMPORTS of structure.mjs lists.",
    { path: `^lib/features/${feature}/` },
    { path: "^lib/features/", pathNot: `^lib/features/${any([feature, ...others])}/` },
  ),
);

const configuration = {
  forbidden: [
    ...layered(
      "lib",
      LIB_LAYERS.map((layer) => [layer]),
    ),
    ...features,
    ...layered("components", COMPONENT_LAYERS),
    {
      name: "no-folder-cycle",
      comment: "Folders do not import each other in a circle.",
      severity: "error",
      scope: "folder",
      // The declarations of lib/model refer to each other's types.
      from: { path: "^(lib|components)/", pathNot: "^lib/model" },
      to: { circular: true, path: "^(lib|components)/" },
    },
    forbid(
      "routes-on-top",
      "Only app/ and lib/routes.ts import routes.",
      { path: "^(components|lib)/", pathNot: [ROUTES, "^lib/routes\\.ts$"] },
      { path: ROUTES },
    ),
    forbid(
      "document-on-top",
      "Only app/ imports lib/routes.ts.",
      { path: "^(components|lib)/" },
      { path: "^lib/routes\\.ts$" },
    ),
    forbid(
      "shared-without-server",
      "Components, lib/model and what features share with the browser import no server code.",
      { path: "^(components|lib)/", pathNot: SERVER },
      { path: SERVER },
    ),
    forbid(
      "components-without-records",
      `components/${WITHOUT_RECORDS.join(", ")} know nothing of records.`,
      { path: `^components/${any(WITHOUT_RECORDS)}/` },
      { path: "^lib/(model/[^/]+/|features/)", pathNot: "^lib/model/(pure/|messages/|fields/day\\.ts$)" },
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
      "Only lib/store/database and the accounts import Prisma's client; SQL helpers come from database/sql.",
      { path: PRODUCT, pathNot: ["^lib/(store/database|features/accounts)/"] },
      { path: "^(generated/prisma/|node_modules/@prisma/)" },
    ),
    forbid(
      "one-door-to-replicas",
      "Reads are routed by database/replicas/read-routing.ts; the other modules of its folder are its own.",
      { path: "^(app|components|lib|prisma|scripts|lab)/", pathNot: ["^lib/store/database/replicas/"] },
      { path: "^lib/store/database/replicas/", pathNot: ["/read-routing\\.ts$"] },
    ),
    forbid(
      "pure-model",
      "lib/model is isomorphic: zod, date-fns and next-intl's types, nothing else.",
      { path: "^lib/model/" },
      { pathNot: ["^lib/model/", "^node_modules/(zod|date-fns|next-intl)/"] },
    ),
    forbid(
      "answers-as-types",
      "Only the server loads the schemas of answers; all others import their types, so that browsers load no zod.",
      { path: PRODUCT, pathNot: [SERVER, ANSWERS] },
      { path: ANSWERS, dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "pure-matching",
      "record-matching is pure: pure helpers, the reader of addresses, the declaration of compared fields and types, nothing else.",
      { path: "^lib/features/duplicates/record-matching/" },
      {
        pathNot: ["/record-matching/", "^lib/model/(pure/|places/|kinds/duplicate-fields\\.ts$)"],
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "pure-helpers",
      "lib/model/pure imports nothing.",
      { path: "^lib/model/pure/" },
      { pathNot: "^lib/model/pure/" },
    ),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^generated"] },
    // Tests may import anything.
    exclude: { path: ["^\\.next", "^\\.data", "\\.test\\.tsx?$"] },
    tsConfig: { fileName: "tsconfig.json" },
    // Also checks imports of types, because a reader has to follow these, too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};

export default configuration;
