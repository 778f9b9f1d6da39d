import { parseXml } from "./parse-xml";
import { zipParts, type ZipPart } from "./zip-parts";

/* The parts of an Office document (docx, xlsx), and how they refer to each other. */

/** A reference from one part to another; `target` is the other one's name. */
export type Relationship = { id: string; type: string; target: string };

/** The parts of an archive by their names. */
export type Parts = ReadonlyMap<string, ZipPart>;

/** Lists the parts of an Office document. @throws RangeError for an invalid archive */
export const partsOf = (bytes: Uint8Array): Parts => new Map(zipParts(bytes).map((part) => [part.name, part]));

/** Returns a part. @throws RangeError where the archive does not have it */
export function getPart(parts: Parts, name: string): ZipPart {
  const part = parts.get(name);
  if (!part) throw new RangeError(`An archive without ${name}`);
  return part;
}

const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/") + 1);

/** Resolves the target of a relationship: absolute, or relative to the folder of the part that has it. */
function resolveTarget(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (step === "..") path.pop();
    else if (step !== "" && step !== ".") path.push(step);
  }
  return path.join("/");
}

/** Reads the relationships of a part; "" stands for the whole archive. */
export async function readRelationships(parts: Parts, name: string): Promise<Relationship[]> {
  const folder = folderOf(name);
  const found: Relationship[] = [];
  await parseXml(getPart(parts, `${folder}_rels/${name.slice(folder.length)}.rels`), {
    open(element, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (element === "Relationship") found.push({ id, type, target: resolveTarget(folder, target) });
    },
  });
  return found;
}

/** The types of relationships differ in their beginning between the two variants of the standard. */
export const isOfType = (type: string) => (relationship: Relationship) => relationship.type.endsWith(`/${type}`);
