import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { inLanguage } from "../../round";
import type { Round } from "../../round-answers";
import type { Locale } from "@/lib/model/messages/i18n";
import { fillPlaceholders, paragraphsOf, type PlaceholderValues } from "../../round-text";
import { env, universityNames } from "@/lib/base/config/env";
import { escapeHtml, htmlMail, link, oneLine, paragraph, small } from "@/lib/store/mail/mail-frame";
import type { Mail } from "@/lib/store/mail/send-mail";
import { longDay } from "../recipient-view";
import type { RoundMailKind } from "./mail-queue-sql";

const messages = { de, en };

type Letter = {
  mail: RoundMailKind;
  email: string;
  name: string;
  /** The number of records that the recipient is asked about. */
  records: number;
  round: Pick<Round, "titel_de" | "titel_en" | "text_de" | "text_en" | "faellig_am">;
  /** URL of the recipient's page. */
  href: string;
  /** The address to which the recipient can reply; null if there is none. */
  replyTo: string | null;
  messageId?: string;
};

/** Returns the paragraphs of a text as HTML. */
const paragraphs = (text: string) =>
  paragraphsOf(text).map((part) => paragraph(escapeHtml(part.trim()).replaceAll("\n", "<br>")));

/** Returns the round's own text for a recipient, with a greeting if it does not name the recipient. */
function ownText(template: string, greeting: string, values: PlaceholderValues): string {
  const text = fillPlaceholders(template, values).trim();
  return template.includes("{name}") ? text : `${greeting}\n\n${text}`;
}

/** Renders one language of the mail: its lines of text, and its HTML. */
function partIn(locale: Locale, { mail, name, records, round, href, replyTo }: Letter) {
  const t = createTranslator({ locale, messages: messages[locale], namespace: "mail" });
  const { university } = universityNames(locale);
  const day = longDay(round.faellig_am, locale);
  const titel = oneLine(inLanguage(round, "titel", locale));
  const own = ownText(inLanguage(round, "text", locale), t("greeting_name", { name: oneLine(name) }), {
    ...{ name: oneLine(name), titel, anzahl: String(records), faellig_am: day },
  });
  const occasion = mail === "start" ? [] : [t(`round.${mail}`)];
  const action = t("round.action");
  const request = t("round.asked", { count: records, day });
  const notes = [t("round.note"), t("round.decline")];
  const smallPrint = [t("round.purpose", { university }), t(replyTo ? "round.closing_reply" : "round.closing")];
  const privacy = `${env().APP_URL}/datenschutz`;
  const signature = t("signature", { university });
  const text = [
    ...[...occasion, own, request, `${action}:\n${href}`, ...notes, ...smallPrint],
    ...[`${t("round.privacy")}: ${privacy}`, signature],
  ].join("\n\n");
  const html = [
    `<div lang="${locale}">`,
    ...occasion.map((line) => paragraph(`<strong>${escapeHtml(line)}</strong>`)),
    ...paragraphs(own),
    paragraph(escapeHtml(request)),
    paragraph(`<strong>${link(href, action)}</strong>`),
    small(`<span style="overflow-wrap:anywhere">${escapeHtml(href)}</span>`),
    ...notes.map((note) => paragraph(escapeHtml(note))),
    ...smallPrint.map((note) => small(escapeHtml(note))),
    small(`${escapeHtml(signature)} · ${link(privacy, t("round.privacy"))}`),
    "</div>",
  ];
  return { subject: t(`round.subject.${mail}`, { titel }), text, html };
}

/**
 * Renders the mail that asks a recipient, as text and HTML, in German and below in English (contract
 * §15). Around the link it states the number of records, the due day, the purpose and the university.
 */
export function writeRoundMail(letter: Letter): Mail {
  const { email, replyTo, messageId } = letter;
  const [german, english] = [partIn("de", letter), partIn("en", letter)];
  const subject = `${german.subject} | ${english.subject}`;
  const below = de.mail.round.other_language;
  return {
    kind: "round",
    to: email,
    ...(replyTo && { replyTo }),
    subject,
    text: `(${below})\n\n${german.text}\n\n----------------------------------------\n\n${english.text}\n`,
    html: htmlMail("de", subject, [
      `<div lang="en">${small(escapeHtml(below))}</div>`,
      ...german.html,
      '<hr style="margin:32px 0;border:0;border-top:1px solid #d1d5db">',
      ...english.html,
    ]),
    messageId,
  };
}
