import { createHash } from "node:crypto";
import { NextResponse } from "next/server";
import { calendarAddress, calendarAddressRenewed } from "../deadline-answers";
import { anyText } from "@/lib/model/answers/shapes";
import { parseDeadlinesQuery } from "../deadlines-query";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { languageOf } from "@/lib/features/accounts/server/users";
import { deadlineFilters } from "./deadline-filters";
import { listDeadlines } from "../server/find-deadlines";
import { env } from "@/lib/base/config/env";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { pathText, routes } from "@/lib/http/request-handler";
import { isAllowed } from "@/lib/base/access/permissions";
import { route } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { isKnown } from "@/lib/base/web/etag";
import { FEED_MAX_EVENTS, writeFeed } from "../server/calendar/feed";
import { feedSecretOf, ownerOfFeed, renewFeedSecret } from "../server/calendar/feed-secret";

/** Number of days that a feed reaches into the past. */
const DAYS_BACK = 366;

const addressOf = (secret: string) => `${env().APP_URL}/api/calendar/${secret}.ics`;

/** Contract §11. */
export const userCalendar = routes({
  GET: route({
    path: "/user/calendar",
    id: "readCalendarAddress",
    tag: "account",
    summary: "Read the private address of one's calendar feed",
    description:
      "Anyone who has the address can read the deadlines without a login. The address stays the same until it is renewed; API tokens cannot read it.",
    access: ["read", "ownCredentials"],
    answers: { success: { description: "The address", schema: calendarAddress } },
  }).handle(async ({ session, context }) => {
    return { url: addressOf(await feedSecretOf(context, session.user)) };
  }),
});

/** Contract §11. */
export const userCalendarRenewal = routes({
  POST: route({
    path: "/user/calendar/renew",
    id: "renewCalendarAddress",
    tag: "account",
    summary: "Renew the private address of one's calendar feed",
    description: "The former address responds with 404 from then on.",
    access: ["write", "ownCredentials"],
    answers: { success: { description: "Renewed", schema: calendarAddressRenewed } },
  }).handle(async ({ session, context, client }) => {
    const secret = await renewFeedSecret(context, session.user);
    logSecurity("calendar_renewed", { user_id: session.user.id, client });
    return { success: true, message: "data_updated", url: addressOf(secret) };
  }),
});

/** Contract §11. */
export const calendarFeed = routes({
  GET: route({
    path: "/calendar/{file}",
    id: "readCalendarFeed",
    tag: "project",
    summary: "Read the deadlines as a calendar",
    description:
      "`file` is the secret from `/user/calendar`, followed by `.ics`; there is no other login. All-day events with a reminder " +
      `a week before, in the account's language, starting a year ago, ${FEED_MAX_EVENTS} at most.`,
    access: "public",
    limit: "calendarFeeds",
    parameters: deadlineFilters,
    answers: {
      success: {
        description: "The calendar (RFC 5545)",
        mediaType: "text/calendar",
        schema: anyText,
        headers: { ETag: { description: "Hash of the calendar's content.", schema: { type: "string" } } },
      },
      unchanged: true,
      refusals: ["data_not_found", "validation_failed"],
    },
  }).handle(async ({ request, params, url: address, context }) => {
    const [, secret] = /^([\w-]{20,100})\.ics$/.exec(pathText(params, "file")) ?? [];
    const owner = secret ? await ownerOfFeed(secret) : null;
    if (!owner || !isAllowed(owner, "read", "project")) throw new AppError("data_not_found");
    const { query, errors } = parseDeadlinesQuery(address.searchParams);
    if (errors) throw invalid(errors);
    const today = dayOf(new Date());
    const locale = languageOf(owner);
    const from = daysLater(today, -DAYS_BACK);
    const feedQuery = { ...query, from, to: undefined, pageNo: 0, pageSize: FEED_MAX_EVENTS };
    const { rows } = await listDeadlines({ ...context, actor: owner, locale }, feedQuery);
    const feed = writeFeed(rows, locale, today);
    const etag = `"${createHash("sha256").update(feed).digest("base64url")}"`;
    const headers = { etag, "cache-control": "private, no-cache" };
    if (isKnown(request.headers.get("if-none-match"), etag)) return new NextResponse(null, { status: 304, headers });
    return new NextResponse(feed, { headers: { ...headers, "content-type": "text/calendar; charset=utf-8" } });
  }),
});
