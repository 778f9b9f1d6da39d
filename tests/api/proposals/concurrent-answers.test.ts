import { expect, it } from "vitest";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { kinds } from "@/lib/records/kinds/registry";
import { db } from "@/lib/server/database/client";
import { commandContext, inTransaction } from "@/lib/server/database/transaction";
import { saveProposals } from "@/lib/server/proposals/save-proposals";
import { confirmRecords } from "@/lib/server/records/confirm-records";
import { createInstitution } from "../../support/factories";
import { createRound, newProposer } from "../../support/records/proposals";

/** Answers as the recipient's page does: changes one record, and confirms another one. */
async function answer(runde_id: number, changed: number, confirmed: number) {
  const proposer = newProposer({ runde_id });
  const kind = "institutions";
  await inTransaction(commandContext(db()), async (unit) => {
    const fields = [{ name: "telefon", now: "", value: proposer.email }];
    await saveProposals(unit, proposer, { kind, ids: [changed, confirmed] }, [
      { kind, id: changed, label: "Eintrag", fields, answer: "changed", comment: null, successor: null },
    ]);
    const by = [{ id: confirmed, at: proposer.answered_at, by: proposer.name }];
    await confirmRecords(unit, kinds.institution as unknown as AnyDefinition, by);
  });
}

it("two recipients who confirm what the other one changes do not block each other", async () => {
  const [one, two, runde_id] = [await createInstitution(db()), await createInstitution(db()), await createRound()];
  const answers = Array.from({ length: 20 }, (_, at) =>
    at % 2 ? answer(runde_id, one, two) : answer(runde_id, two, one),
  );
  await Promise.all(answers);
  expect(await db().proposal.count({ where: { runde_id, state: "open" } })).toBe(20);
});
