import { definitionOf } from "../records/registry";
import { linkListOfCall, type LinkCallName } from "../records/relations";
import { inTransaction, type Context } from "./context";
import { AppError } from "./errors";
import { pathId, routes } from "./http";
import { done, listOf, pascalCase } from "./openapi/json-schema";
import { kindRef } from "./openapi/record-schemas";
import { kindWords } from "./openapi/tags";
import { findLinked } from "./find-records";
import { linkRecords, unlinkRecords, type LinkEnds } from "./records";
import { route, type Call } from "./route";

/** `POST` and `DELETE` of one of the twelve link calls; both answer the parent's link list (contract §4). */
export function linkRoutes(name: LinkCallName) {
  const linkList = linkListOfCall(name);
  const { own, other, path } = linkList;
  function endsOf({ params }: Pick<Call, "params">): LinkEnds {
    const ids = new Map(path.map((key) => [key, pathId(params, key)]));
    return { linkList, id: ids.get(own.column) ?? 0, otherId: ids.get(other.column) ?? 0 };
  }
  const tableOf = (context: Context, call: Pick<Call, "params">) => findLinked(context, linkList, endsOf(call).id);
  // As one: a change that cannot be answered, because the database is busy, has not been made.
  const changeAndTell = (call: Pick<Call, "params" | "context">, change: typeof linkRecords) =>
    inTransaction(call.context, async (context) => {
      await change(context, endsOf(call));
      return tableOf(context, call);
    });
  const tabledata = listOf(kindRef(definitionOf(other.kind), "Link"));
  const description = "Done; `tabledata` is the link list afterwards";
  const [parentName, childName] = [kindWords(own.kind).one, kindWords(other.kind).one];
  const shared = {
    path: `/${name}/${path.map((id) => `{${id}}`).join("/")}`,
    tag: own.kind,
    access: ["write", own.kind],
  } as const;
  return routes({
    POST: route({
      ...shared,
      id: `add${pascalCase(name)}`,
      summary: `Link a ${childName} to a ${parentName}`,
      description: `Answers all that the ${parentName} is then linked to of this kind. A link that is there already stays as it is.`,
      answers: {
        success: { description, schema: done("data_saved", { tabledata }) },
        refusals: ["data_not_found", { code: "already_exists", more: { tabledata } }],
      },
      async handle(call) {
        const tabledata = await changeAndTell(call, linkRecords).catch(async (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== "already_exists") throw error;
          throw new AppError("already_exists", { body: { tabledata: await tableOf(call.context, call) } });
        });
        return { success: true, message: "data_saved", tabledata };
      },
    }),
    DELETE: route({
      ...shared,
      id: `remove${pascalCase(name)}`,
      summary: `Take the link of a ${childName} to a ${parentName} away`,
      description: `Answers all that the ${parentName} is then still linked to of this kind. Both records stay.`,
      answers: {
        success: { description, schema: done("data_deleted", { tabledata }) },
        refusals: ["data_not_found"],
      },
      async handle(call) {
        return { success: true, message: "data_deleted", tabledata: await changeAndTell(call, unlinkRecords) };
      },
    }),
  });
}
