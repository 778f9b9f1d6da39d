import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db, type Database } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { expectDefined } from "@/lib/base/errors/invariant";
import { storedRecord } from "@/lib/store/sql/stored-records";
import type { ConfirmingRound } from "@/lib/store/records/confirm-records";
import { confirmToken, confirmTokenHash } from "@/lib/features/rounds/server/confirm-token";
import { nextNumber } from "@/prisma/builders";

/** A round by which tests confirm records that were not asked about. */
export const ANY_ROUND: ConfirmingRound = { runde_id: 1, titel_de: "Herbstrunde" };

type RoundOptions = {
  /** The first segment of the kind's API path. */
  kind: string;
  ids: readonly number[];
  felder: readonly string[];
  name?: string;
  faellig_am?: string;
  text_de?: string;
  titel?: string;
};

/** A running round with one recipient, who is asked about some records. */
export type TestRecipient = { token: string; path: string; runde_id: number; recipient_id: number };

/**
 * Writes a running round with one recipient to the database.
 * @returns the recipient's token, and the path of the call with it
 */
export async function createRecipient(
  { kind, ids, felder, ...round }: RoundOptions,
  client: Database = db(),
): Promise<TestRecipient> {
  const definition: AnyDefinition = expectDefined(definitionOfPath(kind), `a kind ${kind}`);
  const number = nextNumber();
  const { name = "Prof. Dr. Ada Muster", faellig_am = daysLater(dayOf(new Date()), 14) } = round;
  const { titel = "Kooperationen 2026", text_de = "Guten Tag {name},\n\nstimmen diese {anzahl} Angaben noch?" } = round;
  const { runde_id } = await client.round.create({
    data: {
      ...{
        titel_de: titel,
        titel_en: titel,
        kind,
        query: "",
        an: definition.confirmation?.self ? "self" : "contacts",
        felder: [...felder],
      },
      ...{ text_de, text_en: "Dear {name},\n\nare these {anzahl} details still correct?", status: "running" },
      faellig_am: new Date(`${faellig_am}T00:00:00Z`),
    },
  });
  const records = await Promise.all(
    ids.map(async (record_id) => {
      const stored = await storedRecord(commandContext(client).connection, definition, record_id);
      return { record_id, label: stored ? definition.label(stored.values, "de") : `Nr. ${record_id}` };
    }),
  );
  const { recipient_id } = await client.roundRecipient.create({
    data: {
      ...{ runde_id, email: `ada.${number}@ph.example`, name, state: "sent", token_hash: `new ${number} ${runde_id}` },
      records: { create: records },
    },
  });
  const token = confirmToken(recipient_id, 1);
  await client.roundRecipient.update({ where: { recipient_id }, data: { token_hash: confirmTokenHash(token) } });
  return { token, path: `/api/confirm/${token}`, runde_id, recipient_id };
}
