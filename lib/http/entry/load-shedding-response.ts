import type { IncomingMessage, ServerResponse } from "node:http";
import { notices as de } from "@/messages/de.json";
import { notices as en } from "@/messages/en.json";
import { admission } from "@/lib/store/limits/load-shedding";
import { isApiPath } from "@/lib/base/web/security-headers";

/** Retry-After of refused requests, in seconds. */
export const RETRY_SECONDS = "5";
/**
 * Delay of a refusal in milliseconds. Without it, clients that retry at once would keep the server
 * busy with refusals.
 */
const DELAY_MS = 300;
/** Maximum number of delayed refusals, to bound memory; further refusals are sent at once. */
const MAX_DELAYED = 2_000;
/**
 * Maximum length in bytes of a request's body for which the connection stays open after a refusal.
 */
const SHORT_BODY_BYTES = 64 * 1024;

/** Paths of assets that an admitted page needs to be usable; they are never refused. */
const PARTS_OF_PAGES = /^\/(?:_next\/|pdf\/|favicon\.ico$|icon\.svg$|robots\.txt$)/;
export const isPartOfPage = (url: string): boolean => PARTS_OF_PAGES.test(url);
const JSON_REFUSAL = JSON.stringify({ success: false, message: "error_api" });

const PAGE = `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>${de.overloaded}</title></head>
<body style="font-family:sans-serif;margin:3rem auto;max-width:40rem;padding:0 1rem;line-height:1.5">
<h1 style="font-size:1.25rem">${de.overloaded}</h1><p lang="en">${en.overloaded}</p></body></html>
`;

let delayedCount = 0;

/** Sends a 503 after the delay, unless the client has disconnected by then. */
function refuse({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const isApi = isApiPath(url ?? "");
  const hasLongBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > SHORT_BODY_BYTES;
  const respond = () => {
    if (response.destroyed) return;
    response.writeHead(503, {
      "content-type": isApi ? "application/json" : "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": RETRY_SECONDS,
      ...(hasLongBody && { connection: "close" }),
    });
    response.end(isApi ? JSON_REFUSAL : PAGE);
  };
  if (delayedCount >= MAX_DELAYED) return respond();
  delayedCount += 1;
  setTimeout(() => {
    delayedCount -= 1;
    respond();
  }, DELAY_MS);
}

/**
 * Sheds load: admits a request, or refuses it before any work is done for it.
 * @param isProbe whether the request is a health probe, which is always admitted
 * @returns whether the request was refused
 */
export function shedLoad(request: IncomingMessage, response: ServerResponse, isProbe: boolean): boolean {
  if (isProbe || isPartOfPage(request.url ?? "")) return false;
  const ticket = admission().enter();
  if (ticket) response.once("close", () => admission().leave(ticket));
  else refuse(request, response);
  return ticket === null;
}
