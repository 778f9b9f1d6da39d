import type { Role } from "@/lib/model/accounts/roles";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { kinds } from "@/lib/model/kinds/registry";
import { commandContext } from "@/lib/store/database/transaction";
import type { Connection, Database } from "@/lib/store/database/client";
import { editRecord } from "@/lib/store/records/edit-records";
import { hashPassword } from "@/lib/sessions/password";
import {
  anyValues,
  institutionValues,
  memberValues,
  nextNumber,
  personValues,
  projectValues,
  thematicFieldValues,
  type InstitutionValues,
  type MemberValues,
  type PersonValues,
  type ProjectValues,
  type ThematicFieldValues,
} from "@/prisma/builders";

export { anyValues, institutionValues, memberValues, personValues, projectValues, thematicFieldValues };

/** The password that `createUser` sets when the test passes none. */
export const TEST_PASSWORD = "kooperation";

/** Creates a record of any kind in the database. @returns the record's key */
export const createAny = (client: Connection, definition: AnyDefinition, overrides: AnyRow = {}) =>
  create(client, definition, anyValues(definition, overrides));

async function create(client: Connection, kind: unknown, values: AnyRow): Promise<number> {
  const { id } = await editRecord(commandContext(client), kind as AnyDefinition, { id: null, set: values });
  return id;
}

/** Writes a member with its facilities, status and thematic fields. @returns its `ph_id` */
export const createMember = (client: Connection, overrides: Partial<MemberValues> = {}) =>
  create(client, kinds.member, memberValues(overrides));

/** Writes a project with its facilities and thematic fields. @returns its `projekt_id` */
export const createProject = (client: Connection, overrides: Partial<ProjectValues> = {}) =>
  create(client, kinds.project, projectValues(overrides));

/** Writes a partner institution with its thematic fields. @returns its `partner_institution_id` */
export const createInstitution = (client: Connection, overrides: Partial<InstitutionValues> = {}) =>
  create(client, kinds.institution, institutionValues(overrides));

/** Writes a partner person with its institutions and thematic fields. @returns its `person_id` */
export const createPerson = (client: Connection, overrides: Partial<PersonValues> = {}) =>
  create(client, kinds.person, personValues(overrides));

/** Writes a thematic field. @returns its `themenfeld_id` */
export const createThematicField = (client: Connection, overrides: Partial<ThematicFieldValues> = {}) =>
  create(client, kinds.thematicField, thematicFieldValues(overrides));

/**
 * The account fields that a test may override. `email_verified_at` null makes the account
 * unconfirmed; `disabled_at` makes it disabled.
 */
export type UserOverrides = {
  email?: string;
  name?: string;
  password?: string;
  language?: "de" | "en";
  role?: Role;
  email_verified_at?: Date | null;
  disabled_at?: Date | null;
};

/**
 * Creates an account in the database. Its address is confirmed unless overridden.
 * @returns its id and its login credentials
 */
export async function createUser(
  client: Database,
  overrides: UserOverrides = {},
): Promise<{ id: number; email: string; password: string }> {
  const { password = TEST_PASSWORD, email = `konto.${nextNumber()}@example.org`, ...rest } = overrides;
  const data = { name: "Test Konto", email_verified_at: new Date(), ...rest };
  const user = await client.user.create({
    data: { ...data, email: email.toLowerCase(), password_hash: await hashPassword(password) },
    select: { id: true, email: true },
  });
  return { ...user, password };
}
