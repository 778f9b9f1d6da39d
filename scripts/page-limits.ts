/** What a page's scripts may weigh at first, in KB gzip; docs/performance.md says what stands behind the numbers. */
const LIMITS: readonly [pattern: RegExp, kilobytes: number][] = [
  [/^\/login$/, 156],
  [/^\/(register|forgot-password|password-reset|verify-email)/, 170],
  [/^\/pages\/reference$/, 271],
  [/^\/(pages|api-docs)\b/, 232],
  [/^\/calendar$/, 168],
  [/^\/(members|projects|institutions|persons|thematic-fields)$/, 186],
  [/./, 183],
];

/** The limit of a page. @param route its address as Next names it, e.g. `/members/[ph_id]` */
export const limitOf = (route: string): number => LIMITS.find(([pattern]) => pattern.test(route))?.[1] ?? 0;
