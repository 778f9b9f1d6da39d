/** The message key of a text that is no e-mail address: `validation.<key>` in `messages/*.json`. */
export type EmailFault =
  | "email_at"
  | "email_several"
  | "email_only"
  | "email_invisible"
  | "email_blank"
  | "email_domain_letters"
  | "email_letters"
  | "email_dot"
  | "email_domain";

/** Signs around an address that was copied with its name or as a link. */
const WRAPPING_SIGNS = /[<>()[\]"]|^mailto:/i;
/** Soft hyphens, zero-width signs, byte order marks, marks of direction, control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/u;
const NOT_ASCII = /[\u0080-\uffff]/;
const ASCII_ENDING = /\.[a-z]{2,}$/i;
const EXTRA_DOT = /^\.|\.\.|\.@|@\.|\.$/;

/**
 * Returns what is wrong with a text that is not accepted as an e-mail address; null if the text does
 * not show it. An address with umlauts exists, but is not accepted (contract §1).
 */
export function findEmailFault(text: string): EmailFault | null {
  const address = text.trim();
  const [local = "", domain, ...more] = address.split("@", 3);
  if (domain === undefined) return address === "" ? null : "email_at";
  if (more.length > 0) return "email_several";
  if (WRAPPING_SIGNS.test(address)) return "email_only";
  if (INVISIBLE.test(address)) return "email_invisible";
  if (/\s/.test(address)) return "email_blank";
  const hasEnding = ASCII_ENDING.test(domain);
  // The notation with "xn--" is accepted only before an ending of ASCII letters.
  if (NOT_ASCII.test(address)) return hasEnding && !NOT_ASCII.test(local) ? "email_domain_letters" : "email_letters";
  if (EXTRA_DOT.test(address)) return "email_dot";
  return hasEnding ? null : "email_domain";
}
