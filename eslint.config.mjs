import { defineConfig, globalIgnores } from "eslint/config";
import nextVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import prettier from "eslint-config-prettier/flat";

const noServerActions = {
  selector: "ExpressionStatement[directive='use server']",
  message: "Route handlers, no server actions.",
};
const noWayAround = {
  selector: "ImportExpression[source.value=/lib\\/server|prisma/]",
  message: "import() is held to the same doors as import.",
};

/** An index that must exist throws where it does not; one that may be absent says so by `.at()` or by `get()`. */
const indexDefaults = [
  "LogicalExpression[operator='??'][right.raw=/^(0|\"\")$/][left.type='MemberExpression'][left.computed=true]:not([left.property.type='Literal'])",
  "LogicalExpression[operator='??'][right.raw=/^(0|\"\")$/] > ChainExpression.left > MemberExpression > MemberExpression.object[computed=true]:not([property.type='Literal'])",
].map((selector) => ({
  selector,
  message:
    "A default hides an index that is wrong: getAt(list, index) throws; list.at(index) ?? … where it may be absent.",
}));

/** Who may import whom (docs/architecture.md): every room names what it must not reach for. */
const forbid = (files, patterns) => ({
  files,
  ignores: ["**/*.test.ts", "**/*.test.tsx"],
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

const prismaIsForStores = {
  group: ["@prisma/*", "**/generated/prisma", "**/generated/prisma/*"],
  message: "Only lib/server and prisma/ touch Prisma.",
};
const serverIsNotForComponents = {
  group: ["@/lib/server", "@/lib/server/*", "**/lib/server/*", "./server/*"],
  message: "Components get data passed down; they and what they import never reach for lib/server.",
};
const appStaysAbove = { group: ["@/app/*", "**/app/*"], message: "Nothing below app/ imports it." };
const componentsStayAbove = {
  group: ["@/components/*", "**/components/*"],
  message: "lib/ knows nothing of screens.",
};

/** The rooms of components/, from the ground up: each may use those before it. */
const rooms = [
  "ui",
  "notices",
  "navigation",
  "tables",
  "layout",
  "auth",
  "records",
  "history",
  "reference",
  "administration",
  "personal-data",
  "palette",
];
const ROOMS_WITHOUT_RECORDS = rooms.slice(0, 4);

function belowItsNeighbours(room, index) {
  const above = rooms.slice(index + 1).map((name) => `(@/components|\\.\\.)/${name}/`);
  if (ROOMS_WITHOUT_RECORDS.includes(room)) above.push("@/lib/records/");
  const staysBelow = {
    regex: `^(${above.join("|")})`,
    message: `components/${room} knows nothing of what is above it.`,
  };
  const patterns = [prismaIsForStores, serverIsNotForComponents, appStaysAbove];
  return forbid([`components/${room}/**`], above.length > 0 ? [...patterns, staysBelow] : patterns);
}

export default defineConfig([
  globalIgnores([
    ".next/",
    ".data/",
    "node_modules/",
    "lib/server/generated/",
    "next-env.d.ts",
    "test-results/",
    "playwright-report/",
  ]),
  ...nextVitals,
  ...nextTypescript,
  prettier,
  {
    rules: {
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-syntax": ["error", noServerActions],
    },
  },
  {
    // Augmenting a library's interface needs an interface.
    files: ["types/**", "tests/support/**"],
    rules: { "@typescript-eslint/consistent-type-definitions": "off" },
  },
  {
    files: ["components/**", "lib/records/**", "lib/deadlines/**", "lib/alike/**"],
    rules: { "no-restricted-syntax": ["error", noServerActions, noWayAround] },
  },
  {
    files: ["lib/server/**"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", noServerActions, ...indexDefaults] },
  },
  forbid(["components/**"], [prismaIsForStores, serverIsNotForComponents, appStaysAbove]),
  ...rooms.map(belowItsNeighbours),
  forbid(["app/**"], [prismaIsForStores]),
  forbid(["lib/*.ts"], [prismaIsForStores, serverIsNotForComponents, componentsStayAbove, appStaysAbove]),
  forbid(["lib/server/**"], [componentsStayAbove, appStaysAbove]),
  forbid(
    ["lib/records/**"],
    [
      {
        regex: "^(?!zod(?:/mini)?$|\\./|(?:\\.\\./){1,2}(?:limits|i18n)$|\\.\\./(?:reference-lists)$)",
        message: "lib/records is isomorphic: zod, the limits and the languages, and nothing else.",
      },
    ],
  ),
  forbid(
    ["lib/deadlines/**"],
    [{ regex: "^(?!date-fns$|\\./)", message: "lib/deadlines is pure and isomorphic: date-fns, and nothing else." }],
  ),
  forbid(
    ["lib/alike/**"],
    [
      {
        regex: "^(?!\\./|\\.\\./fold$|\\.\\./records/alike$)",
        message: "lib/alike is pure and isomorphic: how texts are folded and what a kind declares, and nothing else.",
      },
    ],
  ),
  {
    files: ["app/**", "components/**", "lib/**"],
    ignores: ["lib/api-client.ts", "lib/server/**", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": ["error", { name: "fetch", message: "Only lib/api-client.ts calls fetch." }],
    },
  },
  {
    files: ["app/**", "components/**", "lib/**", "middleware.ts"],
    // The middleware runs on the edge, where Next replaces NODE_ENV while it builds.
    ignores: ["lib/server/config/env.ts", "middleware.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only lib/server/config/env.ts reads process.env." },
      ],
    },
  },
]);
