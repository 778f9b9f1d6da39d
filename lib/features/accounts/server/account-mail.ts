import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/model/messages/i18n";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { env, universityNames } from "@/lib/base/config/env";
import { escapeHtml, htmlMail, link, oneLine, paragraph, small } from "@/lib/store/mail/mail-frame";
import { sendMail, type Mail } from "@/lib/store/mail/send-mail";

const messages = { de, en };

/** A transactional mail about an account. */
export type AccountMail = {
  /** Which mail to send; its texts are under `mail.<kind>` in `messages/*.json`. */
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
  /** Path of the mail's link, appended to APP_URL. */
  path: string;
  /**
   * Name in the greeting. Omitted while the address is unconfirmed: a stranger who registers
   * someone else's address must not control text in a mail to that address.
   */
  name?: string;
};

/** Renders a mail as text and HTML in the recipient's language. */
function renderMail({ kind, to, language, path, name }: AccountMail): Mail {
  const { APP_URL } = env();
  const t = createTranslator({ locale: language, messages: messages[language], namespace: "mail" });
  const href = APP_URL + path;
  const greeting = name === undefined ? t("greeting") : t("greeting_name", { name: oneLine(name) });
  const [subject, body, action, note] = [
    t(`${kind}.subject`),
    t(`${kind}.body`),
    t(`${kind}.action`),
    t(`${kind}.note`),
  ];
  const signature = t("signature", { university: universityNames(language).university });
  const text = [greeting, body, `${action}:\n${href}`, note, t("closing"), `-- \n${signature}`].join("\n\n");

  const html = htmlMail(language, subject, [
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(body)),
    paragraph(link(href, action)),
    small(escapeHtml(href)),
    paragraph(escapeHtml(note)),
    small(escapeHtml(t("closing"))),
    small(escapeHtml(signature)),
  ]);
  return { kind, to, subject, text: `${text}\n`, html };
}

/**
 * Sends a mail to the owner of an account.
 * @throws AppError error_api when the mail cannot be sent; validation_failed when the mail server
 * rejects the recipient
 */
export const sendAccountMail = (mail: AccountMail): Promise<void> => sendMail(renderMail(mail));
