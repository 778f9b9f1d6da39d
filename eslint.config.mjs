import { defineConfig, globalIgnores } from "eslint/config";
import nextVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import prettier from "eslint-config-prettier/flat";
import regexp from "eslint-plugin-regexp";

const noServerActions = {
  selector: "ExpressionStatement[directive='use server']",
  message: "Use route handlers instead of server actions.",
};

const noCanParse = {
  property: "canParse",
  message: "Use parseUrl: URL.canParse of Node 20 and 22 returns false for valid URLs once V8 has optimized it.",
};

/** Selects handlers that swallow any rejection, also of an error in the program. */
const swallowedErrors = [
  "CallExpression[callee.property.name='catch'] > :function[params.length=0]",
  "TryStatement:has(.block AwaitExpression) > CatchClause[param=null]",
].map((selector) => ({
  selector,
  message: "Say which failures are ignored: ifApiError or ignoreFailure for requests, loadOrNull or preload for code.",
}));

/**
 * Selects defaults for computed indices, such as `list[index] ?? 0`. A required item must throw if
 * it is missing; an optional one is read by `.at()` or `get()`.
 */
const indexDefaults = [
  "LogicalExpression[operator='??'][right.raw=/^(0|\"\")$/][left.type='MemberExpression'][left.computed=true]:not([left.property.type='Literal'])",
  "LogicalExpression[operator='??'][right.raw=/^(0|\"\")$/] > ChainExpression.left > MemberExpression > MemberExpression.object[computed=true]:not([property.type='Literal'])",
].map((selector) => ({
  selector,
  message:
    "A default hides a wrong index: use getAt(list, index), which throws, or what is optional: list.at(index), ownValue(object, key).",
}));

/** Selects calls with as many arguments as a list has items, which is a RangeError for a long list. */
const spreadLists = {
  selector:
    "CallExpression[callee.property.name=/^(push|unshift|splice|toSpliced|concat|max|min|fromCharCode|fromCodePoint)$/] > SpreadElement.arguments",
  message: "Use pushAll, maxOf or minOf: a call with 100,000 arguments throws.",
};

/** Selects cleaning by expressions of texts that no schema has limited yet. */
const unlimitedCleaning = {
  selector: "CallExpression[callee.property.name='overwrite'] > Identifier.arguments",
  message: "Use cleanUpTo, which runs no expression on a text that is too long anyway.",
};

/** Selects texts of users as keys of objects, where `constructor` is a key of any. */
const textKeys = {
  selector:
    "MemberExpression[computed=true] > :matches(Identifier[name=/^(header|text)$/i], MemberExpression[property.name=/^(header|text)$/]).property",
  message: "Use ownValue(object, key) or a Map: a text of a user may be the name of a property that every object has.",
};

/** Selects rows of tables and their parts found by class names, which a change of the class would miss. */
const rowsBySelector = [
  "CallExpression[callee.property.name='closest'][arguments.0.value='tr']",
  "CallExpression[callee.property.name=/^(closest|matches|querySelector|querySelectorAll)$/][arguments.0.value=/\\.(row-|link-value)/]",
].map((selector) => ({
  selector,
  message: "components/ui/rows/row-parts.ts finds the rows of tables and their parts.",
}));

const everywhere = [noServerActions, unlimitedCleaning];
const inProduct = [...everywhere, ...indexDefaults, spreadLists, textKeys];

export default defineConfig([
  globalIgnores([
    ".next/",
    ".data/",
    "node_modules/",
    "generated/",
    "public/pdf/",
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
      "no-restricted-syntax": ["error", ...inProduct],
      "no-restricted-properties": ["error", noCanParse],
      // Links are plain `a` elements, which components/navigation/app-links.tsx handles.
      "@next/next/no-html-link-for-pages": "off",
    },
  },
  {
    // Tests know their lists; a wrong index fails there.
    files: ["tests/**", "**/*.test.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", ...everywhere] },
  },
  {
    // To augment a library's interface, an interface is required instead of a type.
    files: ["types/**", "tests/support/**"],
    rules: { "@typescript-eslint/consistent-type-definitions": "off" },
  },
  {
    // An expression must take linear time in the length of any text, so also of an attacker's.
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["app/**", "components/**"],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", ...inProduct, ...swallowedErrors, ...rowsBySelector] },
  },
  {
    files: ["components/ui/rows/row-parts.ts"],
    rules: { "no-restricted-syntax": ["error", ...inProduct, ...swallowedErrors] },
  },
  {
    files: ["app/**", "components/**", "lib/**"],
    ignores: ["lib/base/browser/api-client.ts", "lib/features/*/server/**", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "Only lib/base/browser/api-client.ts calls fetch." },
      ],
    },
  },
  {
    files: ["app/**", "components/**", "lib/**", "middleware.ts"],
    // The middleware runs in the edge runtime, where Next inlines NODE_ENV at build time.
    ignores: ["lib/base/config/env.ts", "middleware.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        noCanParse,
        { object: "process", property: "env", message: "Only lib/base/config/env.ts reads process.env." },
        { property: "$transaction", message: "Use inTransaction, which sets the actor and the timeouts." },
      ],
    },
  },
]);
