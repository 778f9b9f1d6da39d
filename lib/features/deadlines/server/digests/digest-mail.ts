import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/model/messages/i18n";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import type { Digest, DigestScope } from "@/lib/model/accounts/digest";
import { distanceCounts } from "@/lib/model/deadlines/days";
import { displayDate } from "@/lib/model/fields/day";
import { projectsInState } from "@/lib/model/kinds/project-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { DeadlineToReport } from "../deadlines-to-report";
import { escapeHtml, htmlMail, link, oneLine, paragraph, small } from "@/lib/store/mail/mail-frame";
import type { Mail } from "@/lib/store/mail/send-mail";

const messages = { de, en };

/** Deadline states, in the order of the mail's sections: the most urgent comes first. */
const STATES = ["over", "soon", "unread"] as const;
/** Maximum number of projects that the mail lists per state. It links to the list page of all. */
const MAX_NAMED = 40;
const MAX_MEMBERS = 5;

type Reader = {
  to: string;
  name: string;
  language: Locale;
  digest: Exclude<Digest, "none">;
  scope: DigestScope;
  /** Base URL of the app, without a trailing slash. */
  appUrl: string;
  university: string;
  /** Token of the unsubscribe links. */
  unsubscribe: string;
  messageId: string;
};

type Entry = { title: string; href: string; notes: string[] };

function wordsFor(language: Locale) {
  const t = createTranslator({ locale: language, messages: messages[language], namespace: "mail" });
  const kindName = createTranslator({ locale: language, messages: messages[language], namespace: "deadlines.what" });

  const dayNote = ({ what, day, days_left }: DeadlineToReport) => {
    if (day === null || what === null) return null;
    const date = `${kindName(what)}: ${displayDate(day)}`;
    if (days_left === null) return date;
    return `${date} (${t(days_left < 0 ? "digest.past" : "digest.left", distanceCounts(Math.abs(days_left)))})`;
  };
  const memberNote = ({ members }: DeadlineToReport) => {
    const names = members.slice(0, MAX_MEMBERS).map(({ name }) => oneLine(name));
    const rest = members.length - names.length;
    return names.length > 0 ? [...names, ...(rest > 0 ? [t("digest.more", { count: rest })] : [])].join(", ") : null;
  };
  return { t, notesOf: (row: DeadlineToReport) => [dayNote(row), memberNote(row)].filter((note) => note !== null) };
}

/**
 * Renders a digest mail as text and HTML: projects that are overdue, due soon or have an unreadable
 * notice period, each with its day, members and link.
 * @param rows the projects to report, at least one, in the order in which the mail lists them
 */
export function writeDigest(rows: readonly DeadlineToReport[], reader: Reader): Mail {
  const { appUrl, language, name, to, unsubscribe, messageId } = reader;
  const { t, notesOf } = wordsFor(language);
  const { pages } = definitionOf("project");
  const subject = t("digest.subject", { count: rows.length });
  const greeting = t("greeting_name", { name: oneLine(name) });
  const body = t(`digest.body_${reader.scope}`);
  const why = t(`digest.why_${reader.digest}`);
  const [account, ending] = [appUrl + ACCOUNT_PATH, `${appUrl}/unsubscribe/${unsubscribe}`];
  const signature = t("signature", { university: reader.university });

  const groups = STATES.flatMap((state) => {
    const ofState = rows.filter((row) => row.state === state);
    if (ofState.length === 0) return [];
    const entries = ofState.slice(0, MAX_NAMED).map((row): Entry => {
      const href = `${appUrl}${pages.detail}/${row.projekt_id}`;
      return { title: oneLine(row.projekt_titel), href, notes: notesOf(row) };
    });
    const rest = ofState.length - entries.length;
    const list = { href: appUrl + projectsInState(state), text: t("digest.list", { rest }) };
    return [
      { title: `${t(`digest.groups.${state}`)} (${ofState.length})`, hint: t(`digest.hints.${state}`), entries, list },
    ];
  });

  const text = [
    greeting,
    body,
    ...groups.map(({ title, hint, entries, list }) =>
      [
        `${title}\n${"-".repeat(title.length)}\n${hint}`,
        ...entries.map((entry) => [`* ${entry.title}`, ...entry.notes, entry.href].join("\n  ")),
        `${list.text}:\n${list.href}`,
      ].join("\n\n"),
    ),
    `${why}\n${account}`,
    `${t("digest.end")}:\n${ending}`,
    t("closing"),
    `-- \n${signature}`,
  ].join("\n\n");

  const html = htmlMail(language, subject, [
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(body)),
    ...groups.flatMap(({ title, hint, entries, list }) => [
      `<h2 style="margin:24px 0 4px;font-size:18px">${escapeHtml(title)}</h2>`,
      small(escapeHtml(hint)),
      `<ul style="margin:0 0 12px;padding-left:20px">`,
      ...entries.map(
        (entry) =>
          `<li style="margin:0 0 10px">${link(entry.href, entry.title)}${entry.notes.map((note) => `<br>${escapeHtml(note)}`).join("")}</li>`,
      ),
      "</ul>",
      paragraph(link(list.href, list.text)),
    ]),
    small(`${escapeHtml(why)} ${link(account, t("digest.account"))}`),
    small(link(ending, t("digest.end"))),
    small(escapeHtml(t("closing"))),
    small(escapeHtml(signature)),
  ]);
  const headers = {
    // RFC 8058: the mail program unsubscribes by one POST, without a login.
    "List-Unsubscribe": `<${appUrl}/api/unsubscribe/${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { kind: "digest", to, subject, text: `${text}\n`, html, headers, messageId };
}
