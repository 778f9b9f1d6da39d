import { definitionOf } from "@/lib/records/kinds/registry";
import { linkListOfCall, type LinkCallName } from "@/lib/records/kinds/relations";
import { inTransaction, type Context } from "@/lib/server/database/transaction";
import { AppError, isAppError } from "@/lib/server/errors/errors";
import { pathId, routes } from "../../request-handler";
import { done, listOf, pascalCase } from "../../json-schema";
import { kindRef } from "../../record-schemas";
import { kindWords } from "../../tags";
import { findLinked } from "@/lib/server/records/find-records";
import { minimalAnswer, wantsMinimal } from "../../prefer";
import { editRecord } from "@/lib/server/records/edit-records";
import { route, type Call } from "../../route";

/** `POST` and `DELETE` of one of the twelve link calls; both return the link list (contract §4). */
export function linkRoutes(name: LinkCallName) {
  const linkList = linkListOfCall(name);
  const { own, other, path } = linkList;
  const ownId = ({ params }: Pick<Call, "params">) => pathId(params, own.column);
  /**
   * Returns the resulting link list, unless the client wants a minimal response: the list may be
   * very long.
   */
  const tableOf = async (context: Context, call: Pick<Call, "params">, isMinimal: boolean) =>
    isMinimal ? {} : { tabledata: await findLinked(context, linkList, ownId(call)) };
  // One transaction, so that the change is rolled back if the database is too busy for the read for
  // the response.
  const changeLink = (call: Pick<Call, "params" | "context">, change: "add" | "remove", isMinimal: boolean) =>
    inTransaction(call.context, async (context) => {
      const otherId = pathId(call.params, other.column);
      const link = { sides: linkList, [change]: [otherId], mustChange: true as const };
      await editRecord(context, definitionOf(own.kind), { id: ownId(call), links: [link] });
      return tableOf(context, call, isMinimal);
    });
  const tabledata = listOf(kindRef(definitionOf(other.kind), "Link"));
  const description = "Done; `tabledata` is the resulting link list";
  const [parentName, childName] = [kindWords(own.kind).one, kindWords(other.kind).one];
  const { parameters, headers } = minimalAnswer("tabledata");
  const shared = {
    path: `/${name}/${path.map((id) => `{${id}}`).join("/")}`,
    tag: own.kind,
    access: ["write", own.kind],
    parameters,
  } as const;
  return routes({
    POST: route({
      ...shared,
      id: `add${pascalCase(name)}`,
      summary: `Link a ${childName} to a ${parentName}`,
      description: `Returns all links of this kind that the ${parentName} then has. An existing link stays as it is.`,
      answers: {
        success: { description, schema: done("data_saved", { tabledata }, ["tabledata"]), headers },
        refusals: ["data_not_found", { code: "already_exists", more: { tabledata }, optional: ["tabledata"] }],
      },
      async handle(call) {
        const isMinimal = wantsMinimal(call);
        const table = await changeLink(call, "add", isMinimal).catch(async (error: unknown) => {
          if (!isAppError(error, "already_exists")) throw error;
          throw new AppError("already_exists", { body: await tableOf(call.context, call, isMinimal) });
        });
        return { success: true, message: "data_saved", ...table };
      },
    }),
    DELETE: route({
      ...shared,
      id: `remove${pascalCase(name)}`,
      summary: `Unlink a ${childName} from a ${parentName}`,
      description: `Returns the remaining links of this kind that the ${parentName} has. Both records stay.`,
      answers: {
        success: { description, schema: done("data_deleted", { tabledata }, ["tabledata"]), headers },
        refusals: ["data_not_found"],
      },
      async handle(call) {
        const table = await changeLink(call, "remove", wantsMinimal(call));
        return { success: true, message: "data_deleted", ...table };
      },
    }),
  });
}
