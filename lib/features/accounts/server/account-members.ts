import { authorize } from "@/lib/base/access/permissions";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "@/lib/store/database/transaction";
import { recordLabels } from "@/lib/store/sql/list-records";

/**
 * Returns the members with an account's e-mail address, in any case; usually one or none.
 * @throws AppError forbidden
 */
export async function findMembersByEmail({ actor, connection, locale }: Context, email: string): Promise<Option[]> {
  authorize(actor, "read", "accounts");
  const found = await connection.$queryRaw<{ id: number }[]>`
    SELECT ph_id AS id FROM members WHERE lower(email) = lower(${email}) ORDER BY ph_id`;
  const ids = found.map(({ id }) => id);
  return ids.length > 0 ? recordLabels(connection, definitionOf("member"), ids, locale) : [];
}
