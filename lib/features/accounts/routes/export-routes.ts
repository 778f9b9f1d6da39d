import { accountExport } from "../account-export-answers";
import { routes } from "@/lib/http/request-handler";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { route } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { exportAccount } from "../server/account-export";

/** Contract §9. */
export const userExport = routes({
  GET: route({
    path: "/user/export",
    id: "exportUser",
    tag: "account",
    summary: "Export one's own account data",
    description:
      "Everything stored about the account, without secrets. `account_changes` are changes made to the account, `changes` are the newest 10,000 changes made by it, `decisions` the newest 10,000 proposals that it accepted or rejected.",
    access: ["read", "ownAccount"],
    answers: { success: { description: "The stored data", schema: accountExport }, refusals: ["too_many_requests"] },
  }).handle(async ({ session, context, client }) => {
    const { id } = session.user;
    const found = await withConcurrencyLimit("reading", id, () => exportAccount(context, id));
    logSecurity("account_exported", { user_id: id, client });
    return found;
  }),
});
