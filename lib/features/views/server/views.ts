import type { View } from "../view-answers";
import { predefinedViews } from "../predefined-views";
import { STATISTICS_VIEWS } from "../view-kinds";
import { dynamicKey } from "@/lib/model/messages/i18n";
import { parseAddressQuery, resolvedQuery } from "@/lib/model/lists/kind-query";
import { LIST_PAGE_SIZE } from "@/lib/model/limits";
import { columnNames } from "@/lib/model/lists/columns";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { listSearchParams, type ListQuery } from "@/lib/model/lists/list-query";
import type { FieldErrors } from "@/lib/model/fields/field";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { withDays } from "@/lib/model/lists/relative-days";
import type { Database } from "@/lib/store/database/client";
import { empty, sql, type SqlQuery } from "@/lib/store/database/sql";
import type { Context } from "@/lib/store/database/transaction";
import { AppError, invalid, isAppError } from "@/lib/base/errors/errors";
import { readQueryText } from "@/lib/store/records/find-records";
import { coloursByName, colouredListsQuery } from "@/lib/store/records/entry-colours";
import { recordWords } from "@/lib/store/records/record-words";
import { authorize, isAllowed } from "@/lib/base/access/permissions";
import { readStatisticsText } from "@/lib/features/statistics/server/statistics";

/** The values of a view that users set. */
export type ViewValues = Pick<View, "name" | "query" | "columns" | "shared">;

const SHOWN = { id: true, kind: true, name: true, query: true, columns: true, shared: true, user_id: true } as const;

/**
 * Maximum number of views per account: more would only clutter the sidebar and each list of views.
 */
const MAX_VIEWS = 200;

/** Returns the id of the acting account; commands have none. @throws AppError forbidden */
const ownerOf = ({ actor }: Context<Database>): number => {
  if (!actor) throw new AppError("forbidden");
  return actor.id;
};

/** Returns the acting account's own views and all shared views, sorted by name. */
export async function listViews(context: Context<Database>, kind?: string): Promise<View[]> {
  authorize(context.actor, "read", "views");
  return context.connection.$queryRaw<View[]>`${viewsQuery(ownerOf(context), kind)}`;
}

/** Builds the query for an account's own views and all shared views, sorted by name. */
function viewsQuery(user_id: number, kind?: string): SqlQuery {
  const ofKind = kind === undefined ? empty : sql`AND kind = ${kind}`;
  return sql`SELECT id, kind, name, query, columns, shared, user_id = ${user_id} AS own
    FROM views WHERE (user_id = ${user_id} OR shared) ${ofKind} ORDER BY name, id`;
}

/**
 * Returns what the frame of every page needs, in one statement: the views of `listViews`, and the
 * colours of entries (`coloursByName`).
 */
export async function findFrameData(context: Context<Database>) {
  authorize(context.actor, "read", "views");
  const [{ views, lists }] = await context.connection.$queryRaw<
    [{ views: View[]; lists: Parameters<typeof coloursByName>[0] }]
  >`SELECT (SELECT coalesce(json_agg(v), '[]') FROM (${viewsQuery(ownerOf(context))}) v) AS views,
    ${colouredListsQuery()} AS lists`;
  return { views, colours: coloursByName(lists, context.locale) };
}

/**
 * Returns the name of the view whose filters and order are those of a list: a predefined one, or a
 * saved one of the acting account or a shared one. Undefined if there is none.
 */
export async function viewOfQuery(
  context: Context<Database>,
  definition: AnyDefinition,
  query: ListQuery,
): Promise<string | undefined> {
  const { name: kind, apiPath } = definition;
  const page = { pageNo: 0, pageSize: LIST_PAGE_SIZE };
  const textOf = (one: ListQuery) => `${listSearchParams(definition, { ...one, ...page })}`;
  const queryText = textOf(query);
  // An unfiltered list in its default order is no view.
  if (queryText === "") return undefined;
  const words = recordWords(context.locale);
  const views = [
    ...predefinedViews(kind).map((view) => ({
      query: view.query,
      name: words(dynamicKey(`${kind}.views.${view.name}`)),
    })),
    ...(await listViews(context, apiPath)),
  ];
  const today = dayOf(new Date());
  return views.find((view) => {
    const address = parseAddressQuery(definition, new URLSearchParams(view.query), today);
    return textOf(resolvedQuery(address)) === queryText;
  })?.name;
}

/** What the views of a kind may contain. */
type ViewRules = {
  columns: readonly string[];
  /** Reads the parameters of a query; throws validation_failed with all errors under `query`. */
  readQuery: (context: Context<Database>, parameters: URLSearchParams) => Promise<unknown>;
};

/** Returns the rules of a kind of views. @throws AppError data_not_found for a kind that no longer exists */
function rulesOf(kind: string): ViewRules {
  if (kind === STATISTICS_VIEWS) {
    return { columns: [], readQuery: (context, parameters) => readStatisticsText(context, "query", parameters) };
  }
  const definition = definitionOfPath(kind);
  if (!definition) throw new AppError("data_not_found");
  return {
    columns: columnNames(definition),
    readQuery: (context, parameters) =>
      readQueryText(context, definition, "query", withDays(parameters, dayOf(new Date()))),
  };
}

/**
 * Validates a view.
 * @throws AppError validation_failed for a query or a column that the kind does not have
 */
async function refuseUnknown(context: Context<Database>, kind: string, { query, columns }: ViewValues) {
  const rules = rulesOf(kind);
  const errors: FieldErrors = {};
  if (!columns.every((name) => rules.columns.includes(name))) errors.columns = ["unknown"];
  await rules.readQuery(context, new URLSearchParams(query)).catch((error: unknown) => {
    if (!isAppError(error, "validation_failed")) throw error;
    Object.assign(errors, error.details.errors);
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Saves a view. @returns its id @throws AppError forbidden, validation_failed */
export async function createView(context: Context<Database>, kind: string, values: ViewValues): Promise<number> {
  authorize(context.actor, "write", "views");
  await refuseUnknown(context, kind, values);
  const user_id = ownerOf(context);
  if ((await context.connection.view.count({ where: { user_id } })) >= MAX_VIEWS) throw invalid({ kind: ["max"] });
  const data = { ...values, kind, user_id };
  const { id } = await context.connection.view.create({ data, select: { id: true } });
  return id;
}

/**
 * Returns a view that the acting account may change: its own, or a shared one if it is an admin.
 * @throws AppError forbidden for a shared view of another account; data_not_found for a missing
 * view or a private view of another account
 */
async function changeable(context: Context<Database>, id: number) {
  authorize(context.actor, "write", "views");
  const view = await context.connection.view.findUnique({ where: { id }, select: SHOWN });
  const isOwn = view?.user_id === ownerOf(context);
  if (!view || !(isOwn || view.shared)) throw new AppError("data_not_found");
  if (!isOwn && !isAllowed(context.actor, "write", "othersViews")) throw new AppError("forbidden");
  return view;
}

/** Changes a view. @throws AppError forbidden, data_not_found, validation_failed */
export async function updateView(context: Context<Database>, id: number, values: ViewValues): Promise<void> {
  const { kind } = await changeable(context, id);
  await refuseUnknown(context, kind, values);
  const { count } = await context.connection.view.updateMany({ where: { id }, data: values });
  if (count === 0) throw new AppError("data_not_found");
}

/** Deletes a view. @throws AppError forbidden, data_not_found */
export async function deleteView(context: Context<Database>, id: number): Promise<void> {
  await changeable(context, id);
  await context.connection.view.deleteMany({ where: { id } });
}
