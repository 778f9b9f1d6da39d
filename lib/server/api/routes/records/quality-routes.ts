import { qualityChecks } from "@/lib/records/quality-checks";
import { allDefinitions, definitionOf } from "@/lib/records/kinds/registry";
import { routes } from "../../http";
import { done, exactObject, listOf, orNull } from "../../json-schema";
import { route } from "../../route";
import { countQualityAgain, findQuality } from "@/lib/server/quality/quality";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const list = exactObject({
  kind: { enum: allDefinitions.map(({ apiPath }) => apiPath) },
  query: {
    ...orNull(text),
    description: "What the list of this kind is narrowed by to show what is to be mended; null: its `/duplicates`",
  },
  count,
});
const day = exactObject({ day: { ...text, format: "date" }, count });
const check = exactObject({
  name: { enum: qualityChecks.map(({ name }) => name) },
  count: { ...count, description: "How much there is to mend on all of its lists" },
  lists: listOf(list),
  days: { ...listOf(day), description: "One number a day, the oldest first" },
});

/** `/api/quality`: what is wrong with the data and can be mended. */
export const quality = routes({
  GET: route({
    path: "/quality",
    id: "findQuality",
    tag: "quality",
    summary: "Tell what is wrong with the data",
    description: "As it was counted last; on a day on which nobody has counted, it is counted now.",
    access: ["read", "quality"],
    answers: {
      success: {
        description: "Every check",
        schema: exactObject({
          success: { const: true },
          counted_at: { ...text, format: "date-time" },
          checks: listOf(check),
        }),
      },
    },
    async handle({ context }) {
      const { counted_at, checks } = await findQuality(context);
      return {
        success: true,
        counted_at,
        checks: checks.map(({ lists, ...each }) => ({
          ...each,
          lists: lists.map(({ kind, query, count: total }) => ({
            kind: definitionOf(kind).apiPath,
            query,
            count: total,
          })),
        })),
      };
    },
  }),
  POST: route({
    path: "/quality",
    id: "countQuality",
    tag: "quality",
    summary: "Count anew what is wrong with the data",
    description: "The numbers take the place of those that were counted earlier on the day.",
    access: ["write", "quality"],
    answers: { success: { description: "Counted", schema: done("data_updated") } },
    async handle({ context }) {
      await countQualityAgain(context);
      return { success: true, message: "data_updated" };
    },
  }),
});
