import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { env } from "@/lib/base/config/env";
import { AppError, invalid, isAppError } from "@/lib/base/errors/errors";
import { inSpan } from "@/lib/base/observability/tracing";

/** Timeout of the connection, the greeting and socket inactivity. */
const TIMEOUT_MS = 10_000;
/**
 * Total timeout of one mail. Needed because a server that sends a byte now and then never triggers
 * the timeout of inactivity.
 */
const MAX_MS = 20_000;

/** A mail ready to send, with the same content as text and as HTML. */
export type Mail = {
  /** Kind of mail; part of its file name in MAIL_DIR. */
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where replies go; by default to MAIL_FROM. */
  replyTo?: string;
  /** Additional headers for mail programs. */
  headers?: Readonly<Record<string, string>>;
  /** Stable Message-ID of a mail that might be sent twice. */
  messageId?: string;
};

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

/** Maximum length of a mail server's answer. */
const MAX_ANSWER_LENGTH = 300;

/**
 * Why a mail was not sent: what the mail server answered, or a code if there was no answer. The
 * answer may repeat the recipient's address, so that it belongs in no log.
 */
export type Undelivered = { isRefused: boolean; answer: string };

const undelivered = (isRefused: boolean, { code, response }: SmtpError): { undelivered: Undelivered } => ({
  undelivered: { isRefused, answer: (response ?? code ?? "").replace(/\s+/g, " ").slice(0, MAX_ANSWER_LENGTH) },
});

/** Returns property descriptors that printing an error leaves out. */
const hiddenIn = (values: object): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value: value as unknown }]));

/** Returns why `sendMail` could not send a mail; null for an error that has another cause. */
export const undeliveredOf = (error: unknown): Undelivered | null =>
  (isAppError(error) && (error.cause as Partial<ReturnType<typeof undelivered>> | undefined)?.undelivered) || null;

/**
 * Returns whether the server rejects this recipient permanently, so that a retry is useless. A refused
 * sender (MAIL FROM) or content (DATA) has the same code, but another command.
 */
const isRefusedRecipient = ({ code, command, responseCode }: SmtpError) =>
  code === "EENVELOPE" && command === "RCPT TO" && (responseCode ?? 0) >= 550;

function messageOf({ to, replyTo, subject, text, html, headers, messageId }: Mail) {
  return {
    from: env().MAIL_FROM,
    // An object instead of a string, so that no part of the address is parsed as another recipient.
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    headers: { "Auto-Submitted": "auto-generated", ...headers },
    ...(messageId && { messageId: `<${messageId}>` }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function sendBySmtp(url: string, mail: Mail): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(MAX_MS) });
  } catch (error) {
    const { code, command, responseCode, response } = error as SmtpError;
    if (isRefusedRecipient({ code, command, responseCode })) {
      const cause = new Error(`The mail server rejects the recipient: ${responseCode}`);
      Object.defineProperties(cause, hiddenIn(undelivered(true, { code, response })));
      throw Object.assign(invalid({ email: ["email"] }), { cause });
    }
    // Contains only codes, because the server's text may repeat the recipient's address.
    const message = `The mail server of SMTP_URL took no mail: ${[code, responseCode].filter(Boolean).join(" ")}`;
    console.error(message);
    // The jobs page shows the cause of a failed job; the response of a failed call omits it.
    const cause = Object.defineProperties(new Error(message), hiddenIn(undelivered(false, { code, response })));
    throw Object.assign(new AppError("error_api"), { cause });
  } finally {
    transport.close();
  }
}

/**
 * Writes a mail to a folder as plain text, so that its links can be copied: the encoding of a mail
 * message would break them.
 */
async function writeToFolder(folder: string, { kind, to, replyTo, subject, text }: Mail): Promise<void> {
  const timestamp = new Date().toISOString().replaceAll(":", "-");
  const file = path.join(folder, `${timestamp}-${kind}-${randomBytes(3).toString("hex")}.txt`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const headers = [`From: ${env().MAIL_FROM}`, `To: ${to}`, ...(replyTo ? [`Reply-To: ${replyTo}`] : [])];
  await writeFile(file, [...headers, `Subject: ${subject}`, "", text].join("\n"), { mode: 0o600 });
  console.log(`SMTP_URL is not set: the mail was written to ${file}`);
}

/**
 * Sends a mail, or writes it to MAIL_DIR when there is no mail server; never drops it silently.
 * @throws AppError error_api when it cannot be sent; validation_failed when the server rejects the
 * recipient
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_DIR } = env();
  const traced = (by: string, work: () => Promise<void>) =>
    inSpan(`mail ${mail.kind}`, "client", { "cooperation.mail": mail.kind, "cooperation.mail_by": by }, work);
  if (SMTP_URL) return traced("smtp", () => sendBySmtp(SMTP_URL, mail));
  if (MAIL_DIR) return traced("folder", () => writeToFolder(MAIL_DIR, mail));
  console.error("Mails cannot be sent: set SMTP_URL (or MAIL_DIR, a folder to which they are written).");
  throw new AppError("error_api");
}
