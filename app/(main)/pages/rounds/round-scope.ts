import { getTranslations } from "next-intl/server";
import type { RoundKind, RoundScope } from "@/components/rounds/round-kind";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { dayOf } from "@/lib/model/fields/moments";
import { parseAddressQuery } from "@/lib/model/lists/kind-query";
import { listAddress } from "@/lib/model/lists/list-query";
import { recipientSourcesOf, roundFieldsOf } from "@/lib/features/rounds/round";
import type { Context } from "@/lib/store/database/transaction";
import { isAppError } from "@/lib/base/errors/errors";
import { describeQuery } from "@/lib/store/search/describe-query";
import { countListed } from "@/lib/store/records/find-records";
import { readRoundQuery } from "@/lib/features/rounds/server/plan-recipients";

/** Returns what the form of a round shows of its kind, in the page's language. */
export async function roundKind(definition: AnyDefinition): Promise<RoundKind> {
  const t = await getTranslations("records");
  const offered = new Set(roundFieldsOf(definition));
  const groups = definition.form.map(({ name, fields }) => ({
    label: t(`groups.${name}`),
    fields: fields
      .filter((field) => offered.has(field))
      .map((field) => ({ name: field, label: t(fieldKey(definition.name, field)) })),
  }));
  return {
    apiPath: definition.apiPath,
    recipientKinds: recipientSourcesOf(definition),
    groups: groups.filter(({ fields }) => fields.length > 0),
    many: t(`${definition.name}.many`),
  };
}

/** Returns the records of a list query in words; null if the query is invalid. */
export async function findRoundScope(
  context: Context,
  definition: AnyDefinition,
  text: string,
): Promise<RoundScope | null> {
  try {
    const query = await readRoundQuery(context, definition, text);
    const [total, filters, records] = await Promise.all([
      countListed(context, definition, query),
      describeQuery(context, definition, query),
      getTranslations("records"),
    ]);
    return {
      count: records(`${definition.name}.count`, { count: total }),
      total,
      filters,
      href: listAddress(definition, parseAddressQuery(definition, new URLSearchParams(text), dayOf(new Date()))),
    };
  } catch (error) {
    if (isAppError(error, "validation_failed")) return null;
    throw error;
  }
}
