import type { Role } from "../accounts/roles";

/** Who sees a file: everyone, editors and admins, or admins (contract §18). */
export const FILE_VISIBILITIES = ["alle", "bearbeiter", "admin"] as const;
export type FileVisibility = (typeof FILE_VISIBILITIES)[number];

const VISIBLE_TO: Readonly<Record<Role, number>> = { reader: 1, editor: 2, admin: 3 };

/** Returns the visibilities of the files that a role sees, which are also those that it may give. */
export const visibilitiesOf = (role: Role): readonly FileVisibility[] => FILE_VISIBILITIES.slice(0, VISIBLE_TO[role]);
