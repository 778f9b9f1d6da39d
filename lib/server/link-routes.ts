import { linkListOfCall, type LinkCallName } from "../records/relations";
import { commandContext } from "./context";
import { changing, methods, pathId, type Call } from "./http";
import { addLinkOperation, removeLinkOperation } from "./openapi/link-operations";
import { described } from "./openapi/operation";
import { AppError } from "./errors";
import { findLinked, linkRecords, unlinkRecords } from "./records";

/** `POST` and `DELETE` of one of the twelve link calls; both answer the parent's link list (contract §4). */
export function linkRoutes(name: LinkCallName) {
  const linkList = linkListOfCall(name);
  const endsOf = ({ params }: Call) => {
    const ids = Object.fromEntries(linkList.path.map((key) => [key, pathId(params, key)]));
    return { linkList, id: ids[linkList.own.column] ?? 0, otherId: ids[linkList.other.column] ?? 0 };
  };
  const tableOf = (call: Call) => findLinked(commandContext(), linkList, endsOf(call).id);
  return methods({
    POST: described(
      addLinkOperation(name),
      changing(async (call) => {
        await linkRecords(commandContext(), endsOf(call)).catch(async (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== "already_exists") throw error;
          throw new AppError("already_exists", { body: { tabledata: await tableOf(call) } });
        });
        const tabledata = await tableOf(call);
        return { success: true, message: "data_saved", tabledata };
      }),
    ),
    DELETE: described(
      removeLinkOperation(name),
      changing(async (call) => {
        await unlinkRecords(commandContext(), endsOf(call));
        const tabledata = await tableOf(call);
        return { success: true, message: "data_deleted", tabledata };
      }),
    ),
  });
}
