/**
 * Patterns that a plausible address must match (`must`) and must not match (`never`); case is
 * ignored. They use only syntax that JavaScript and PostgreSQL interpret in the same way (no dot,
 * explicit character classes), because list filters apply them in the database.
 */
export type Plausibility = { must: RegExp; never: RegExp };

const { raw } = String;

/** Unicode spaces and invisible characters, which no address contains. */
const INVISIBLE = raw`\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff`;
/** A character of a host name: an ASCII letter or digit, `-`, `_`, or any letter outside ASCII. */
const CHARACTER = raw`[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f${INVISIBLE}]`;
/**
 * A top-level domain: ASCII letters, Punycode, or letters of another script; neither umlauts nor
 * digits.
 */
const TOP_LEVEL_DOMAIN = raw`(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff${INVISIBLE}]{2,63})`;
const HOST = raw`(?:(?:${CHARACTER}+\.)+${TOP_LEVEL_DOMAIN}\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})`;
const REST = raw`(?:[/?#][^\u0001-\u0020\\${INVISIBLE}]*)?`;
/** Host names reserved for examples, tests and localhost (RFC 2606, 6761). */
const RESERVED_HOST = raw`(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?`;

/**
 * Returns the patterns of a plausible e-mail address.
 * @param pattern the pattern of the e-mail addresses that the schema accepts
 */
export const plausibleEmail = (pattern: RegExp): Plausibility => ({
  must: pattern,
  never: new RegExp(raw`@${RESERVED_HOST}$|-\.|\.-`, "i"),
});

/**
 * The patterns of a plausible web address. It must contain exactly one host, which contains a dot,
 * and neither spaces nor invisible characters.
 */
export const plausibleWebAddress: Plausibility = {
  must: new RegExp(raw`^(?:https?://)?${HOST}(?::[0-9]{1,5})?${REST}$`, "i"),
  never: new RegExp(raw`^(?:https?://)?${RESERVED_HOST}(?:[:/?#]|$)|^(?:https?://)?(?:-|[^/?#]*(?:-\.|\.-))`, "i"),
};

/** Returns whether a text is given that the patterns do not accept; the same as `implausibleSql`. */
export const isImplausible = ({ must, never }: Plausibility, text: string): boolean =>
  text !== "" && (!new RegExp(must, "i").test(text) || new RegExp(never, "i").test(text));

const literal = ({ source }: RegExp) => `'${source.replaceAll("'", "''")}'`;

/**
 * Returns an SQL condition that is true for non-empty, implausible values of a column. It must be
 * identical to the condition of the partial index in `prisma/triggers/implausible.ts`, so that the
 * index is used.
 */
export const implausibleSql = ({ must, never }: Plausibility, column: string) =>
  `${column} <> '' AND (${column} !~* ${literal(must)} OR ${column} ~* ${literal(never)})`;
