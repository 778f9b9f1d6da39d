import { allDefinitions } from "@/lib/model/kinds/registry";

const LISTS = allDefinitions.map(({ pages }) => pages.list).join("|");

/** Limits of a page's first-load scripts, in KB gzip; docs/performance.md explains the numbers. */
const LIMITS: readonly [pattern: RegExp, kilobytes: number][] = [
  [/^\/login$/, 150],
  [/^\/(register|forgot-password|password-reset|verify-email)/, 165],
  [/^\/pages\/reference$/, 243],
  [/^\/pages\/(timeline|files)$/, 224],
  [/^\/(pages|api-docs)\b/, 222],
  [/^\/calendar$/, 160],
  [new RegExp(`^(${LISTS})$`), 168],
  [/./, 179],
];

/**
 * Returns the limit of a page in KB gzip.
 * @param route the page's path as Next names it, e.g. `/members/[ph_id]`
 */
export const limitOf = (route: string): number => LIMITS.find(([pattern]) => pattern.test(route))?.[1] ?? 0;
