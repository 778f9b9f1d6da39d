import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A received and decoded mail, with the sender and recipients of its SMTP envelope. */
export type ReceivedMail = {
  from: string;
  recipients: string[];
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  /** The first URL in the text. */
  link: string;
  raw: string;
};

export type MailServer = {
  url: string;
  mails: ReceivedMail[];
  mailsTo: (address: string) => ReceivedMail[];
  /** Returns the token at the end of the link in the latest mail to an address, or "". */
  tokenFor: (address: string) => string;
  /**
   * From now on the server refuses every recipient, or only one address, with this SMTP code; null
   * makes it accept all again.
   */
  refuseWith: (code: number | null, address?: string) => void;
  /** From now on the server refuses every sender, or the content of every mail, with this SMTP code. */
  refuseCommandWith: (command: "MAIL FROM" | "DATA", code: number) => void;
  close: () => Promise<void>;
};

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

const decodeBody = (body: string, encoding: string) => {
  if (/quoted-printable/i.test(encoding)) return decodeQuotedPrintable(body).toString("utf8");
  return /base64/i.test(encoding) ? Buffer.from(body, "base64").toString("utf8") : body;
};

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      decodeBody(
        kind.toLowerCase() === "b" ? word : word.replaceAll("_", "=20"),
        kind === "B" ? "base64" : "quoted-printable",
      ),
    );

function splitHeaders(part: string) {
  const [head = "", ...rest] = part.split(/\r?\n\r?\n/);
  const lines = head
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .filter(Boolean);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { headers, body: rest.join("\n\n") };
}

/** Parses a mail that contains a plain text and an HTML alternative. */
function readMail(raw: string, envelope = { from: "", recipients: [] as string[] }): ReceivedMail {
  const { headers, body } = splitHeaders(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = body.split(`--${boundary}`).map((part) => splitHeaders(part.trimStart()));
  const ofType = (type: string) => {
    const part = parts.find((candidate) => candidate.headers["content-type"]?.startsWith(type));
    return decodeBody(part?.body ?? "", part?.headers["content-transfer-encoding"] ?? "").replaceAll("\r\n", "\n");
  };
  const text = ofType("text/plain");
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  const subject = decodeWords(headers.subject ?? "");
  return { ...envelope, headers, subject, text, html: ofType("text/html"), link, raw };
}

/**
 * Starts a mail server that stores received mails.
 * @param requestedPort the port to listen on; 0 means any free port
 */
export async function startMailServer(requestedPort = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: { code: number; address?: string } | null = null;
  const refusedCommands = new Map<string, number>();
  const refusalOf = (command: string) => {
    const responseCode = refusedCommands.get(command);
    return responseCode === undefined ? null : Object.assign(new Error("Refused"), { responseCode });
  };
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onMailFrom: (_, __, callback) => callback(refusalOf("MAIL FROM")),
    onRcptTo: ({ address }, _, callback) =>
      refusal === null || (refusal.address ?? address) !== address
        ? callback()
        : callback(Object.assign(new Error("Refused"), { responseCode: refusal.code })),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const refused = refusalOf("DATA");
        if (refused) return callback(refused);
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        mails.push(
          readMail(Buffer.concat(chunks).toString("utf8"), { from, recipients: rcptTo.map((to) => to.address) }),
        );
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(requestedPort, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string) => mails.filter(({ recipients }) => recipients.includes(address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailsTo,
    tokenFor: (address) => mailsTo(address).at(-1)?.link.split("/").at(-1) ?? "",
    refuseWith: (code, address) => {
      refusal = code === null ? null : { code, address };
    },
    refuseCommandWith: (command, code) => void refusedCommands.set(command, code),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
