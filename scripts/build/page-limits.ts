/** What a page's scripts may weigh at first, in KB gzip; docs/performance.md says what stands behind the numbers. */
const LIMITS: readonly [pattern: RegExp, kilobytes: number][] = [
  [/^\/login$/, 151],
  [/^\/(register|forgot-password|password-reset|verify-email)/, 164],
  [/^\/pages\/reference$/, 262],
  [/^\/(pages|api-docs)\b/, 224],
  [/^\/calendar$/, 161],
  [/^\/(members|projects|institutions|persons|thematic-fields)$/, 178],
  [/./, 177],
];

/** The limit of a page. @param route its address as Next names it, e.g. `/members/[ph_id]` */
export const limitOf = (route: string): number => LIMITS.find(([pattern]) => pattern.test(route))?.[1] ?? 0;
