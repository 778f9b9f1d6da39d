import { defineConfig, globalIgnores } from "eslint/config";
import nextVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import prettier from "eslint-config-prettier/flat";

const noServerActions = {
  selector: "ExpressionStatement[directive='use server']",
  message: "Use route handlers instead of server actions.",
};
const noWayAround = {
  selector: "ImportExpression[source.value=/lib\\/server|prisma/]",
  message: "The layering rules for import apply to import(), too.",
};

/** A required index must throw if it is missing; an optional one is read by `.at()` or `get()`. */
const indexDefaults = [
  "LogicalExpression[operator='??'][right.raw=/^(0|\"\")$/][left.type='MemberExpression'][left.computed=true]:not([left.property.type='Literal'])",
  "LogicalExpression[operator='??'][right.raw=/^(0|\"\")$/] > ChainExpression.left > MemberExpression > MemberExpression.object[computed=true]:not([property.type='Literal'])",
].map((selector) => ({
  selector,
  message:
    "A default hides a wrong index: use getAt(list, index), which throws, or list.at(index) ?? … if it is optional.",
}));

/** Layering (docs/architecture.md): forbids imports for a set of files. */
const forbid = (files, patterns) => ({
  files,
  ignores: ["**/*.test.ts", "**/*.test.tsx"],
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

const prismaIsForStores = {
  group: ["@prisma/*", "**/generated/prisma", "**/generated/prisma/*"],
  message: "Only lib/server and prisma/ may import Prisma.",
};
const serverIsNotForComponents = {
  group: ["@/lib/server", "@/lib/server/*", "**/lib/server/*", "./server/*"],
  message: "Components and their imports must not import lib/server: pass data down as props.",
};
const appStaysAbove = { group: ["@/app/*", "**/app/*"], message: "Only app/ may import from app/." };
const componentsStayAbove = {
  group: ["@/components/*", "**/components/*"],
  message: "lib/ must not import components.",
};

/** The folders of components/, from the lowest layer up: each may import those before it. */
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
    message: `components/${room} must not import folders of higher layers.`,
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
        message: "lib/records is isomorphic: it may import only zod, the limits and the languages.",
      },
    ],
  ),
  forbid(
    ["lib/deadlines/**"],
    [{ regex: "^(?!date-fns$|\\./)", message: "lib/deadlines is pure and isomorphic: it may import only date-fns." }],
  ),
  forbid(
    ["lib/alike/**"],
    [
      {
        regex: "^(?!\\./|\\.\\./fold$|\\.\\./records/alike$)",
        message:
          "lib/alike is pure and isomorphic: it may import only lib/fold and lib/records/kinds/duplicate-fields.",
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
    // The middleware runs in the edge runtime, where Next inlines NODE_ENV at build time.
    ignores: ["lib/server/config/env.ts", "middleware.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only lib/server/config/env.ts reads process.env." },
      ],
    },
  },
]);
