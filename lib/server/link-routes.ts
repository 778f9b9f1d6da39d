import { linkCalls, type LinkCallName } from "../records/relations";
import { changing, methods, pathId, type Call } from "./http";
import { addLinkOperation, removeLinkOperation } from "./openapi/link-operations";
import { described } from "./openapi/operation";
import { linkRecords, unlinkRecords } from "./records";

/** `POST` and `DELETE` of one of the twelve link calls; both answer the parent's link list (contract §4). */
export function linkRoutes(name: LinkCallName) {
  const idsOf = ({ params }: Call) => Object.fromEntries(linkCalls[name].ids.map((key) => [key, pathId(params, key)]));
  return methods({
    POST: described(
      addLinkOperation(name),
      changing(async (call) => {
        const tabledata = await linkRecords(name, idsOf(call));
        return { success: true, message: "data_saved", tabledata };
      }),
    ),
    DELETE: described(
      removeLinkOperation(name),
      changing(async (call) => {
        const tabledata = await unlinkRecords(name, idsOf(call));
        return { success: true, message: "data_deleted", tabledata };
      }),
    ),
  });
}
