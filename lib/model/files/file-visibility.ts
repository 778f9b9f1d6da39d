import type { Role } from "../accounts/roles";

/** Who sees a file: everyone, editors and admins, or admins (contract §18). */
export const FILE_VISIBILITIES = ["alle", "bearbeiter", "admin"] as const;
export type FileVisibility = (typeof FILE_VISIBILITIES)[number];

const VISIBILITIES_OF: Readonly<Record<Role, readonly FileVisibility[]>> = {
  reader: ["alle"],
  editor: ["alle", "bearbeiter"],
  admin: FILE_VISIBILITIES,
};

/**
 * Returns the visibilities of the files that an actor sees. The actor may set only these.
 * @param actor null for commands and jobs, which see all files
 */
export const visibilitiesOf = (actor: { role: Role } | null): readonly FileVisibility[] =>
  actor ? VISIBILITIES_OF[actor.role] : FILE_VISIBILITIES;

/** Returns whether everyone who sees files of visibility `other` also sees those of visibility `one`. */
export const isSeenByAsMany = (one: FileVisibility, other: FileVisibility): boolean =>
  FILE_VISIBILITIES.indexOf(one) <= FILE_VISIBILITIES.indexOf(other);
