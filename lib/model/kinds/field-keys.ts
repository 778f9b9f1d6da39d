import { dynamicKey } from "../messages/i18n";
import type { KindName } from "./define";

/** Returns the key of a field's name in the messages of `records`. */
export const fieldKey = (kind: KindName, name: string) => dynamicKey<"records">(`${kind}.fields.${name}`);

/** Returns the key of the name of a field of links in the messages of `records`. */
export const linkFieldKey = (name: string) => dynamicKey<"records">(`link.fields.${name}`);
