import * as z from "zod";
import { viewCreated, viewDeleted, viewList, viewUpdated } from "./view-answers";
import { VIEW_KINDS } from "./view-kinds";
import { cleanUpTo } from "@/lib/model/pure/clean-text";
import { COLUMNS_MAX, NAME_MAX_LENGTH, VIEW_QUERY_MAX_LENGTH } from "@/lib/model/limits";
import { isStorable } from "@/lib/model/fields/text";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { createView, deleteView, listViews, updateView } from "./server/views";
import { listUpTo } from "@/lib/model/values/list-up-to";

const words = (max: number) => z.string().max(max, { error: "max" }).refine(isStorable);

const values = {
  name: z
    .string()
    .overwrite((name) => cleanUpTo(name, NAME_MAX_LENGTH))
    .min(1, { error: "required" })
    .max(NAME_MAX_LENGTH, { error: "max" })
    .refine(isStorable),
  query: words(VIEW_QUERY_MAX_LENGTH),
  columns: listUpTo(words(NAME_MAX_LENGTH), COLUMNS_MAX),
  shared: z.boolean(),
};
const isKind = (kind: string) => VIEW_KINDS.includes(kind);
const newViewSchema = z.strictObject({ kind: z.string().refine(isKind, { error: "exists" }), ...values });
const viewSchema = z.strictObject(values);

const kindSchema = { type: "string", enum: VIEW_KINDS };

/** Contract §10. */
export const views = routes({
  GET: route({
    path: "/views",
    id: "listViews",
    tag: "views",
    summary: "List views",
    description: "One's own views, and those that others share.",
    access: ["read", "views"],
    parameters: [
      {
        name: "kind",
        in: "query",
        description: "Only views of one kind: the first segment of its API paths, `statistics` included.",
        schema: kindSchema,
      },
    ],
    answers: { success: { description: "The views", schema: viewList }, refusals: ["validation_failed"] },
  }).handle(async ({ context, url }) => {
    const [kind, ...more] = url.searchParams.getAll("kind");
    if (more.length > 0 || (kind !== undefined && !isKind(kind))) throw invalid({ kind: ["type"] });
    return listViews(context, kind);
  }),
});

export const newView = routes({
  POST: route({
    path: "/views/new",
    id: "createView",
    tag: "views",
    summary: "Save a view",
    description:
      "Saves the query and the columns of a list, or a question of `statistics`, which has no columns, under a name. Parameters, fields and columns that the kind does not have are refused.",
    access: ["write", "views"],
    body: newViewSchema,
    answers: { success: { status: 201, description: "Saved", schema: viewCreated } },
  }).handle(async ({ context, body: { kind, ...rest } }) => {
    return { success: true, message: "data_saved", id: await createView(context, kind, rest) };
  }),
});

export const oneView = routes({
  PUT: route({
    path: "/views/{id}",
    id: "updateView",
    tag: "views",
    summary: "Change a view",
    description: "Allowed for its owner, and for admins if it is shared.",
    access: ["write", "views"],
    body: viewSchema,
    answers: { success: { description: "Changed", schema: viewUpdated }, refusals: ["data_not_found"] },
  }).handle(async ({ context, params, body }) => {
    await updateView(context, pathId(params, "id"), body);
    return { success: true, message: "data_updated" };
  }),
  DELETE: route({
    path: "/views/{id}",
    id: "deleteView",
    tag: "views",
    summary: "Delete a view",
    description: "Allowed for its owner, and for admins if it is shared.",
    access: ["write", "views"],
    answers: { success: { description: "Deleted", schema: viewDeleted }, refusals: ["data_not_found"] },
  }).handle(async ({ context, params }) => {
    await deleteView(context, pathId(params, "id"));
    return { success: true, message: "data_deleted" };
  }),
});
