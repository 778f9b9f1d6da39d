/** What a page's scripts may weigh at first, in KB gzip; docs/performance.md says what stands behind the numbers. */
const LIMITS: readonly [pattern: RegExp, kilobytes: number][] = [
  [/^\/login$/, 154],
  [/^\/(register|forgot-password|password-reset|verify-email)/, 167],
  [/^\/pages\/reference$/, 269],
  [/^\/(pages|api-docs)\b/, 230],
  [/^\/calendar$/, 166],
  [/^\/(members|projects|institutions|persons|thematic-fields)$/, 184],
  [/./, 181],
];

/** The limit of a page. @param route its address as Next names it, e.g. `/members/[ph_id]` */
export const limitOf = (route: string): number => LIMITS.find(([pattern]) => pattern.test(route))?.[1] ?? 0;
