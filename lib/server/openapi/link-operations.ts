import { definitionOf } from "../../records/registry";
import { linkListOfCall, type LinkCallName } from "../../records/relations";
import { wordsOf } from "./field-schemas";
import { done, listOf, pascalCase, type Operation } from "./operation";
import { kindRef } from "./record-schemas";
import { tagOf } from "./record-operations";

/** What the two operations of a link call have in common; the ids stand in the order of spec §7. */
function linkOperation(name: LinkCallName, verb: "add" | "remove", message: string) {
  const { own, other, path } = linkListOfCall(name);
  const [parent, child] = [definitionOf(own.kind), definitionOf(other.kind)];
  const tabledata = listOf(kindRef(child, "Link"));
  const operation = {
    id: `${verb}${pascalCase(name)}`,
    path: `/${name}/${path.map((id) => `{${id}}`).join("/")}`,
    tag: tagOf(parent),
    access: "login",
    success: {
      status: 200,
      description: "Done; `tabledata` is the link list afterwards",
      schema: done(message, { tabledata }),
    },
  } as const satisfies Partial<Operation>;
  const words = {
    parent: wordsOf(parent).one.toLowerCase(),
    child: wordsOf(child).one.toLowerCase(),
  };
  return { operation, words, tabledata };
}

/** `POST` of a link call */
export function addLinkOperation(name: LinkCallName): Operation {
  const { operation, words, tabledata } = linkOperation(name, "add", "data_saved");
  return {
    ...operation,
    summary: `Link a ${words.child} to a ${words.parent}`,
    refusals: ["data_not_found", { code: "already_exists", more: { tabledata } }],
  };
}

/** `DELETE` of a link call */
export function removeLinkOperation(name: LinkCallName): Operation {
  const { operation, words } = linkOperation(name, "remove", "data_deleted");
  return {
    ...operation,
    summary: `Take the link of a ${words.child} to a ${words.parent} away`,
    refusals: ["data_not_found"],
  };
}
