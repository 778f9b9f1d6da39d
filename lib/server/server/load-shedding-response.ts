import type { IncomingMessage, ServerResponse } from "node:http";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { admission } from "../limits/load-shedding";
import { isApiPath } from "../web/security-headers";

/** When a refused request is to come again, in seconds. */
export const RETRY_SECONDS = "5";
/** A refusal is held for so long: who asks again at once would keep us busy with refusing. */
const HOLD_MS = 300;
/** More are refused at once, so that those held take no memory to speak of. */
const MOST_HELD = 2_000;
/** A body that is longer than this is not waited for. */
const SHORT_BODY = 64 * 1024;

/** What a page that was let in needs; without it nobody could read it. */
const PARTS_OF_PAGES = /^\/(?:_next\/|favicon\.ico$|icon\.svg$|robots\.txt$)/;
export const isPartOfPage = (url: string): boolean => PARTS_OF_PAGES.test(url);
const JSON_REFUSAL = JSON.stringify({ success: false, message: "error_api" });

const PAGE = `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>${de.notices.overloaded}</title></head>
<body style="font-family:sans-serif;margin:3rem auto;max-width:40rem;padding:0 1rem;line-height:1.5">
<h1 style="font-size:1.25rem">${de.notices.overloaded}</h1><p lang="en">${en.notices.overloaded}</p></body></html>
`;

let held = 0;

/** Answers once the refusal has been held, if anybody still waits for it. */
function refuse({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const isApi = isApiPath(url ?? "");
  const hasLongBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > SHORT_BODY;
  const say = () => {
    if (response.destroyed) return;
    response.writeHead(503, {
      "content-type": isApi ? "application/json" : "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": RETRY_SECONDS,
      ...(hasLongBody && { connection: "close" }),
    });
    response.end(isApi ? JSON_REFUSAL : PAGE);
  };
  if (held >= MOST_HELD) return say();
  held += 1;
  setTimeout(() => {
    held -= 1;
    say();
  }, HOLD_MS);
}

/**
 * Lets a request in, or refuses it before anything was done for it because more is asked for than can be served.
 * @param isWatch whether it asks how the instance is, which it is told in any case
 * @returns whether it was refused
 */
export function refusedAsTooMuch(request: IncomingMessage, response: ServerResponse, isWatch: boolean): boolean {
  if (isWatch || isPartOfPage(request.url ?? "")) return false;
  const ticket = admission().enter();
  if (ticket) response.once("close", () => admission().leave(ticket));
  else refuse(request, response);
  return ticket === null;
}
