import { NextResponse, type NextRequest } from "next/server";
import { isLocale, LOCALE_COOKIE, negotiateLocale } from "@/lib/model/messages/i18n";
import { db } from "@/lib/store/database/client";
import { AppError, toAppError } from "@/lib/base/errors/errors";
import { parseOpenForm } from "../server/page/confirm-form";
import { CONFIRM_PAGE_HEADERS } from "../server/page/confirm-frame";
import { countTokenCall } from "../server/recipient-of-token";
import { clientAddress } from "@/lib/base/web/client-ip";
import { parseMailedToken } from "@/lib/base/web/mailed-token";
import { logRefusal } from "@/lib/http/refusal";
import { recipientPage, refusalPage } from "./confirm-routes";

/** Returns a parameter that is a positive number; null for anything else. */
function numberIn(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name) ?? "";
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

type PageContext = { params: Promise<{ token: string }> };

/**
 * `GET /confirm/{token}`: the page of a recipient (contract §15). Reads no session and changes
 * nothing: programs that check mails open links, too.
 */
export async function confirmPage(request: NextRequest, { params }: PageContext): Promise<NextResponse> {
  const { searchParams } = new URL(request.url);
  const chosen = searchParams.get("lang");
  const usual = negotiateLocale(request.cookies.get(LOCALE_COOKIE)?.value, request.headers.get("accept-language"));
  const locale = isLocale(chosen) ? chosen : usual;
  const token = parseMailedToken((await params).token);
  const page = async () => {
    const recipient = await countTokenCall(db(), token, clientAddress(request.headers));
    if (!recipient) throw new AppError("token_invalid");
    const open = parseOpenForm(searchParams.get("record"), searchParams.get("answer"));
    const done = numberIn(searchParams, "done");
    const at = numberIn(searchParams, "at");
    const page = numberIn(searchParams, "page") ?? (at === null ? undefined : { of: at });
    return recipientPage(recipient, locale, { token, open, done, page });
  };
  return page().then(
    (html) => new NextResponse(html, { headers: CONFIRM_PAGE_HEADERS }),
    (error: unknown) => {
      const known = toAppError(error);
      logRefusal(request, known, error);
      return refusalPage(locale, known);
    },
  );
}
