/**
 * What speaks against a text that is meant to be an address. The expressions are written in what JavaScript and PostgreSQL read alike
 * (no dot, no class but those spelt out), because lists look for such texts in the database; case does not matter to either.
 */
export type Plausibility = { must: RegExp; never: RegExp };

const { raw } = String;

/** What stands in no address: spaces of any kind, and what nobody sees. */
const UNSEEN = raw`\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff`;
/** Of a host's name: letters of any script, but of ASCII only letters, digits, - and _. */
const CHARACTER = raw`[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f${UNSEEN}]`;
/** No top-level name has umlauts or digits in it, but for those of other scripts, and their ASCII form. */
const TOP = raw`(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff${UNSEEN}]{2,63})`;
const HOST = raw`(?:(?:${CHARACTER}+\.)+${TOP}\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})`;
const REST = raw`(?:[/?#][^\u0001-\u0020\\${UNSEEN}]*)?`;
/** Names that lead nowhere, and never will (RFC 2606, 6761). */
const NOWHERE = raw`(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?`;

/** @param form what the form takes for an e-mail address */
export const plausibleEmail = (form: RegExp): Plausibility => ({
  must: form,
  never: new RegExp(raw`@${NOWHERE}$|-\.|\.-`, "i"),
});

/** A host with a dot in it, once, and nothing that stands in no address. */
export const plausibleWebAddress: Plausibility = {
  must: new RegExp(raw`^(?:https?://)?${HOST}(?::[0-9]{1,5})?${REST}$`, "i"),
  never: new RegExp(raw`^(?:https?://)?${NOWHERE}(?:[:/?#]|$)|^(?:https?://)?(?:-|[^/?#]*(?:-\.|\.-))`, "i"),
};

const literal = ({ source }: RegExp) => `'${source.replaceAll("'", "''")}'`;

/** Whether a stored text is there and cannot be right, as SQL. An index is made on these very words (`prisma/triggers/doubt.ts`). */
export const implausibleSql = ({ must, never }: Plausibility, column: string) =>
  `${column} <> '' AND (${column} !~* ${literal(must)} OR ${column} ~* ${literal(never)})`;
