import * as z from "zod";
import { handedOver } from "../hand-over-answers";
import { isCalendarDate } from "@/lib/model/fields/day";
import { missing } from "@/lib/model/fields/field";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { LIST_MAX_IDS, MAX_ID } from "@/lib/model/limits";
import { listUpTo } from "@/lib/model/values/list-up-to";
import { NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { handOver } from "../server/hand-over";

const key = z.int().min(1).max(MAX_ID);

const requestSchema = z.strictObject({
  to: z
    .int({ error: ({ input }) => (missing(input) ? "required" : "type") })
    .min(1, { error: "exists" })
    .max(MAX_ID, { error: "exists" })
    .describe("The successor, a record of the same kind"),
  seit: z
    .string()
    .refine(isCalendarDate, { error: "type" })
    .nullish()
    .meta({ format: "date", description: "The successor's first day, by default today" }),
  ids: z
    .optional(listUpTo(key, LIST_MAX_IDS))
    .meta({ description: "The projects, by default all with a current link" }),
  dry_run: z.boolean().default(false).describe("Previews the result without writing."),
});

/** Contract §13. */
export function handOverRoutes(definition: AnyDefinition) {
  const { apiPath, key: column, name } = definition;
  const { one } = kindWords(name);
  return routes({
    POST: route({
      path: `/${apiPath}/{${column}}/handover`,
      id: `handOverProjectsOf${schemaName(definition)}`,
      tag: name,
      summary: `Hand over the projects of a ${one}`,
      description: `In each project, the successor gets the roles of the ${one} from a day on, and the link of the ${one} ends on the day before. A project where a unique role would be held twice is refused and stays as it is. All changes form one batch of the history.`,
      access: ["write", name],
      body: requestSchema,
      answers: {
        success: { description: "The projects, and why some stay as they are", schema: handedOver },
        refusals: [NOT_FOUND_OR_MERGED, "too_many_requests"],
      },
    }).handle(({ params, body, context, session }) =>
      withConcurrencyLimit("bulk", session.user.id, async () => {
        const { to, seit, ids, dry_run: isPreview } = body;
        const begins = seit ?? dayOf(new Date());
        const request = { from: pathId(params, column), to, begins, ids, isPreview };
        return { success: true, message: "data_updated", ...(await handOver(context, definition, request)) };
      }),
    ),
  });
}
