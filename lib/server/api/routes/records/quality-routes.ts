import * as z from "zod";
import { qualityChecks } from "@/lib/records/quality-checks";
import { allDefinitions, definitionOf } from "@/lib/records/kinds/registry";
import { routes } from "../../request-handler";
import { done, exactObject, listOf, orNull } from "../../json-schema";
import { route } from "../../route";
import { recordId } from "../../field-schemas";
import { adoptContacts } from "@/lib/server/contacts/contacts";
import { withConcurrencyLimit } from "@/lib/server/limits/concurrency";
import { countQualityAgain, findQuality } from "@/lib/server/quality/quality";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const list = exactObject({
  kind: { enum: allDefinitions.map(({ apiPath }) => apiPath) },
  query: {
    ...orNull(text),
    description: "Query with which the kind's list shows the records to fix; null if `/duplicates` lists them",
  },
  count,
});
const day = exactObject({ day: { ...text, format: "date" }, count });
const check = exactObject({
  name: { enum: qualityChecks.map(({ name }) => name) },
  count: { ...count, description: "Number of problems in all of its lists" },
  lists: listOf(list),
  days: { ...listOf(day), description: "One count per day, oldest first" },
});

const adopted = exactObject({
  kind: { enum: allDefinitions.map(({ apiPath }) => apiPath) },
  ...{ id: recordId, label: text, person: exactObject({ id: recordId, label: text }) },
  role: { ...text, description: "Name of the role that the link gets" },
});

/** `POST /api/quality/contacts`: contact persons in free text get the role of a contact person. */
export const contacts = routes({
  POST: route({
    path: "/quality/contacts",
    id: "adoptContacts",
    tag: "quality",
    summary: "Give contact persons their role",
    description:
      "Where the free text of an institution's `kontaktperson` is the name of exactly one linked person, this person's link gets the first active role that makes its holder responsible and that several persons may have. " +
      "Nothing else is changed: links that have the role, and former links, stay as they are. All changes form one batch of the history.",
    access: ["write", "quality"],
    body: z.strictObject({ dry_run: z.boolean().default(false) }),
    answers: {
      success: {
        description: "The links that were changed or, with `dry_run`, that would be",
        schema: exactObject({
          success: { const: true },
          changes: listOf(adopted),
          more: { type: "boolean", description: "Whether further links are left for another call" },
          batch: {
            type: ["string", "null"],
            format: "uuid",
            description: "The batch by which the changes can be reverted; null where nothing was changed",
          },
        }),
      },
      refusals: ["too_many_requests"],
    },
  }).handle(({ context, session, body }) =>
    withConcurrencyLimit("bulk", session.user.id, async () => ({
      success: true,
      ...(await adoptContacts(context, body.dry_run)),
    })),
  ),
});

/** `/api/quality`: problems in the data that users can fix. */
export const quality = routes({
  GET: route({
    path: "/quality",
    id: "findQuality",
    tag: "quality",
    summary: "Read the problems in the data",
    description: "Returns the latest counts; if there are none of today, counts first.",
    access: ["read", "quality"],
    answers: {
      success: {
        description: "All checks",
        schema: exactObject({
          success: { const: true },
          counted_at: { ...text, format: "date-time" },
          checks: listOf(check),
        }),
      },
    },
  }).handle(async ({ context }) => {
    const { counted_at, checks } = await findQuality(context);
    return {
      success: true,
      counted_at,
      checks: checks.map(({ name, count: all, lists, days }) => ({
        ...{ name, count: all, days },
        lists: lists.map(({ kind, query, count: total }) => ({
          kind: definitionOf(kind).apiPath,
          query,
          count: total,
        })),
      })),
    };
  }),
  POST: route({
    path: "/quality",
    id: "countQuality",
    tag: "quality",
    summary: "Count the problems in the data again",
    description: "The counts replace earlier ones of the same day.",
    access: ["write", "quality"],
    answers: { success: { description: "Counted", schema: done("data_updated") } },
  }).handle(async ({ context }) => {
    await countQualityAgain(context);
    return { success: true, message: "data_updated" };
  }),
});
