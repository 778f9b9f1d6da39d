import { NextResponse, type NextRequest } from "next/server";
import { isLocale, LOCALE_COOKIE, negotiateLocale } from "@/lib/i18n";
import { db } from "@/lib/server/database/client";
import { AppError, toAppError } from "@/lib/server/errors/errors";
import { loggedRequest } from "@/lib/server/observability/security-log";
import { parseOpenForm } from "@/lib/server/rounds/confirm-form";
import { renderRefusalPage } from "@/lib/server/rounds/confirm-frame";
import { renderConfirmPage } from "@/lib/server/rounds/confirm-page";
import { countTokenCall } from "@/lib/server/rounds/recipient-of-token";
import { clientAddress } from "@/lib/server/web/client-ip";
import { CONFIRM_POLICY } from "@/lib/server/web/confirm-style";
import { requestId } from "@/lib/server/web/request-id";
import { viewOfRecipient } from "./confirm-routes";

/** Headers of the page; the request guard sets those of all answers besides. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "content-security-policy": CONFIRM_POLICY,
};

type PageContext = { params: Promise<{ token: string }> };

/**
 * `GET /confirm/{token}`: the page of a recipient (contract §15). Reads no session and changes
 * nothing: programs that check mails open links, too.
 */
export async function confirmPage(request: NextRequest, { params }: PageContext): Promise<NextResponse> {
  const { searchParams, pathname } = new URL(request.url);
  const chosen = searchParams.get("lang");
  const usual = negotiateLocale(request.cookies.get(LOCALE_COOKIE)?.value, request.headers.get("accept-language"));
  const locale = isLocale(chosen) ? chosen : usual;
  const { token } = await params;
  const page = async () => {
    const recipient = await countTokenCall(db(), token, clientAddress(request.headers));
    if (!recipient) throw new AppError("token_invalid");
    const open = parseOpenForm(searchParams.get("record"), searchParams.get("answer"));
    const { id: done = null } = parseOpenForm(searchParams.get("done"), "confirmed") ?? {};
    return renderConfirmPage(await viewOfRecipient(recipient, locale), { isPreview: false, token, open, done });
  };
  return page().then(
    (html) => new NextResponse(html, { headers: HEADERS }),
    (error: unknown) => {
      const known = toAppError(error);
      if (known.code === "internal_error")
        console.error(`${loggedRequest(request.method, pathname)} (${requestId()})`, error);
      const { status, details } = known;
      return new NextResponse(renderRefusalPage(locale, known), {
        status,
        headers: { ...HEADERS, ...details.headers },
      });
    },
  );
}
