import type { Database } from "../lib/server/db";
import { hashPassword } from "../lib/server/accounts/password";
import {
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
} from "../prisma/builders";
import {
  institutionColumns,
  institutionLists,
  memberColumns,
  memberLists,
  personColumns,
  personLists,
  projectColumns,
  projectLists,
} from "../prisma/rows";

export { institutionValues, memberValues, personValues, projectValues, thematicFieldValues };

/** A password that `createUser` gives out when the test names none. */
export const TEST_PASSWORD = "kooperation";

/** Writes a member with its facilities, status and thematic fields. @returns its `ph_id` */
export async function createMember(client: Database, overrides: Partial<MemberValues> = {}): Promise<number> {
  const values = memberValues(overrides);
  const { ph_id } = await client.member.create({
    data: memberColumns(values),
    select: { ph_id: true },
  });
  const { facilities, statuses, thematicFields } = memberLists(ph_id, values);
  await client.memberFacility.createMany({ data: facilities });
  await client.memberStatus.createMany({ data: statuses });
  await client.memberThematicField.createMany({ data: thematicFields });
  return ph_id;
}

/** Writes a project with its facilities and thematic fields. @returns its `projekt_id` */
export async function createProject(client: Database, overrides: Partial<ProjectValues> = {}): Promise<number> {
  const values = projectValues(overrides);
  const { projekt_id } = await client.project.create({
    data: projectColumns(values),
    select: { projekt_id: true },
  });
  const { facilities, thematicFields } = projectLists(projekt_id, values);
  await client.projectFacility.createMany({ data: facilities });
  await client.projectThematicField.createMany({ data: thematicFields });
  return projekt_id;
}

/** Writes a partner institution with its thematic fields. @returns its `partner_institution_id` */
export async function createInstitution(client: Database, overrides: Partial<InstitutionValues> = {}): Promise<number> {
  const values = institutionValues(overrides);
  const { partner_institution_id } = await client.institution.create({
    data: institutionColumns(values),
    select: { partner_institution_id: true },
  });
  await client.institutionThematicField.createMany({
    data: institutionLists(partner_institution_id, values).thematicFields,
  });
  return partner_institution_id;
}

/** Writes a partner person with its institutions and thematic fields. @returns its `person_id` */
export async function createPerson(client: Database, overrides: Partial<PersonValues> = {}): Promise<number> {
  const values = personValues(overrides);
  const { person_id } = await client.person.create({
    data: personColumns(values),
    select: { person_id: true },
  });
  const { institutions, thematicFields } = personLists(person_id, values);
  await client.institutionPerson.createMany({ data: institutions });
  await client.personThematicField.createMany({ data: thematicFields });
  return person_id;
}

/** Writes a thematic field. @returns its `themenfeld_id` */
export async function createThematicField(
  client: Database,
  overrides: Partial<ThematicFieldValues> = {},
): Promise<number> {
  const { themenfeld_id } = await client.thematicField.create({ data: thematicFieldValues(overrides) });
  return themenfeld_id;
}

/** What a test may choose about an account; unverified and disabled accounts are made with the two dates. */
export type UserOverrides = {
  email?: string;
  name?: string;
  password?: string;
  language?: "de" | "en";
  email_verified_at?: Date | null;
  disabled_at?: Date | null;
};

/** Writes an account, confirmed unless the test says otherwise. @returns its number and what it logs in with */
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
