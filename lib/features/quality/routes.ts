import * as z from "zod";
import { contactsAdopted, quality as qualityOfChecks, qualityCounted } from "./quality-answers";
import { definitionOf } from "@/lib/model/kinds/registry";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { adoptContacts } from "./server/contacts";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { countQualityAgain, findQuality } from "./server/quality";

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
        schema: contactsAdopted,
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

export const qualityRoutes = routes({
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
        schema: qualityOfChecks,
      },
    },
  }).handle(async ({ context }) => {
    const { counted_at, checks } = await findQuality(context);
    return {
      success: true,
      counted_at: counted_at.toISOString(),
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
    answers: { success: { description: "Counted", schema: qualityCounted } },
  }).handle(async ({ context }) => {
    await countQualityAgain(context);
    return { success: true, message: "data_updated" };
  }),
});
