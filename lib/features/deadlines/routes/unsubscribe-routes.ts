import { NextResponse } from "next/server";
import { unsubscribed } from "../deadline-answers";
import { refuseToken } from "@/lib/features/accounts/server/mailed-tokens";
import { pathToken, routes } from "@/lib/http/request-handler";
import { exactObject } from "@/lib/http/openapi/json-schema";
import { route } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { endDigests } from "../server/digests/digests";
import { userOfUnsubscribe } from "../server/digests/unsubscribe-token";

const oneLink = { path: "/unsubscribe/{token}", tag: "account", access: "public" } as const;

/** RFC 8058. */
export const unsubscribe = routes({
  GET: route({
    ...oneLink,
    id: "showUnsubscribe",
    summary: "Open the unsubscribe page",
    description: "For mail programs that open the address instead of posting to it. Changes nothing.",
    answers: {
      success: {
        status: 303,
        description: "The page, which asks for confirmation.",
        headers: { Location: { description: "Where the browser goes next", schema: { type: "string" } } },
      },
    },
  }).handle(
    ({ params }) =>
      new NextResponse(null, {
        status: 303,
        headers: { location: `/unsubscribe/${encodeURIComponent(pathToken(params))}` },
      }),
  ),
  POST: route({
    ...oneLink,
    id: "unsubscribe",
    summary: "Unsubscribe an account from digests",
    description: "Needs no login: the token of a digest identifies the account. Idempotent.",
    body: { formOf: exactObject({ "List-Unsubscribe": { const: "One-Click" } }) },
    answers: { success: { description: "Unsubscribed", schema: unsubscribed }, refusals: ["token_invalid"] },
  }).handle(async ({ params, context, client }) => {
    const user_id = userOfUnsubscribe(pathToken(params)) ?? refuseToken(client);
    await endDigests(context, user_id);
    logSecurity("unsubscribed", { user_id, client });
    return { success: true, message: "unsubscribed" };
  }),
});
