import { createTranslator } from "next-intl";
import type { Locale } from "../../i18n";
import de from "../../../messages/de.json";
import en from "../../../messages/en.json";
import { env, houseNames } from "../env";
import { sendMail, type Mail } from "../mail/send-mail";

const messages = { de, en };

/** A mail that an account causes. */
export type AccountMail = {
  /** Each has its words under `mail.<kind>` in both languages. */
  kind:
    | "verify_email"
    | "reset_password"
    | "account_exists"
    | "no_account"
    | "invitation"
    | "invitation_sso"
    | "no_password";
  to: string;
  language: Locale;
  /** Where its link leads, below APP_URL. */
  path: string;
  /**
   * Who is greeted. Left out while an address is unconfirmed: whoever registers somebody else's address must not get to
   * write into that mail.
   */
  name?: string;
};

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Writes a mail in its reader's language. */
function renderMail({ kind, to, language, path, name }: AccountMail): Mail {
  const { APP_URL } = env();
  const t = createTranslator({ locale: language, messages: messages[language], namespace: "mail" });
  const link = APP_URL + path;
  const greeting = name === undefined ? t("greeting") : t("greeting_name", { name: oneLine(name) });
  const [subject, body, action, note] = [
    t(`${kind}.subject`),
    t(`${kind}.body`),
    t(`${kind}.action`),
    t(`${kind}.note`),
  ];
  const signature = t("signature", { university: houseNames(language).university });
  const text = [greeting, body, `${action}:\n${link}`, note, t("closing"), `-- \n${signature}`].join("\n\n");

  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const small = (content: string) => `<p style="margin:0 0 8px;font-size:13px;color:#4b5563">${content}</p>`;
  const href = escapeHtml(link);
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#111827">
${paragraph(escapeHtml(greeting))}
${paragraph(escapeHtml(body))}
${paragraph(`<a href="${href}">${escapeHtml(action)}</a>`)}
${small(href)}
${paragraph(escapeHtml(note))}
${small(escapeHtml(t("closing")))}
${small(escapeHtml(signature))}
</body>
</html>
`;
  return { kind, to, subject, text: `${text}\n`, html };
}

/**
 * Sends a mail to the owner of an account.
 * @throws AppError error_api when it cannot be sent; validation_failed when the server knows no such recipient
 */
export const sendAccountMail = (mail: AccountMail): Promise<void> => sendMail(renderMail(mail));
