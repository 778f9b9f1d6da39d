/**
 * Patterns that a plausible address must match (`must`) and must not match (`never`), ignoring
 * case. They use only syntax that JavaScript and PostgreSQL interpret alike (no dot, explicit
 * character classes), because lists search with them in the database.
 */
export type Plausibility = { must: RegExp; never: RegExp };

const { raw } = String;

/** Unicode spaces and invisible characters, which no address contains. */
const UNSEEN = raw`\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff`;
/**
 * A character of a host name: letters of any script, but of ASCII only letters, digits, - and _.
 */
const CHARACTER = raw`[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f${UNSEEN}]`;
/** A top-level domain: ASCII letters, Punycode, or another script; no umlauts and no digits. */
const TOP = raw`(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff${UNSEEN}]{2,63})`;
const HOST = raw`(?:(?:${CHARACTER}+\.)+${TOP}\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})`;
const REST = raw`(?:[/?#][^\u0001-\u0020\\${UNSEEN}]*)?`;
/** Host names reserved for examples, tests and localhost (RFC 2606, 6761). */
const NOWHERE = raw`(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?`;

/**
 * Returns the patterns of a plausible e-mail address.
 * @param form the pattern that the form accepts
 */
export const plausibleEmail = (form: RegExp): Plausibility => ({
  must: form,
  never: new RegExp(raw`@${NOWHERE}$|-\.|\.-`, "i"),
});

/**
 * The patterns of a plausible web address: a single host that contains a dot, no spaces and no
 * invisible characters.
 */
export const plausibleWebAddress: Plausibility = {
  must: new RegExp(raw`^(?:https?://)?${HOST}(?::[0-9]{1,5})?${REST}$`, "i"),
  never: new RegExp(raw`^(?:https?://)?${NOWHERE}(?:[:/?#]|$)|^(?:https?://)?(?:-|[^/?#]*(?:-\.|\.-))`, "i"),
};

const literal = ({ source }: RegExp) => `'${source.replaceAll("'", "''")}'`;

/**
 * Returns SQL that is true for a text that is not empty and implausible. A partial index has the
 * same condition (`prisma/triggers/implausible.ts`), so the two must be identical.
 */
export const implausibleSql = ({ must, never }: Plausibility, column: string) =>
  `${column} <> '' AND (${column} !~* ${literal(must)} OR ${column} ~* ${literal(never)})`;
