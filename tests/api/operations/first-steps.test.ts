import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/model/accounts/roles";
import { findFirstSteps } from "@/lib/features/operations/server/find-first-steps";
import type { ChangeSource } from "@/lib/model/change";
import type { Transaction } from "@/lib/store/database/client";
import { commandContext, inTransaction, type Context } from "@/lib/store/database/transaction";
import { createProject } from "../../support/factories";

/* Contract §9, "First steps". */

type Unit = Context<Transaction>;

/** Adds an account. */
const addAccount = ({ connection }: Unit) =>
  connection.$executeRaw`
    INSERT INTO users (email, name) SELECT 'konto' || count(*) || '@example.org', 'Konto' FROM users`;

/** Does the work with a single account, and undoes it: the history of a database cannot be emptied. */
async function inNewInstallation(work: (unit: Unit) => Promise<void>) {
  const undone = new Error("undone");
  const doing = inTransaction(commandContext(), async (unit) => {
    await addAccount(unit);
    await work(unit);
    throw undone;
  });
  await expect(doing).rejects.toBe(undone);
}

const withRole = (unit: Unit, role: Role): Unit => ({ ...unit, actor: { id: 1, name: "Erste Person", role } });

/** The steps that a role is offered, each with whether it is done. */
async function stepsOf(unit: Unit, role: Role) {
  const steps = await findFirstSteps(withRole(unit, role));
  return steps && Object.fromEntries(steps.map(({ name, isDone }) => [name, isDone]));
}

/** Adds a change to the history. */
const addChange = (
  { connection }: Unit,
  { source = "app", kind, user = null }: { source?: ChangeSource; kind: string; user?: number | null },
) =>
  connection.$executeRaw`INSERT INTO changes (source, action, kind, id, label, user_id)
    VALUES (${source}, 'create', ${kind}, 1, 'Neu', ${user}::int)`;

describe("the first steps of a new installation", () => {
  it("admins are offered all four, editors the import and the first project, readers none", () =>
    inNewInstallation(async (unit) => {
      expect(await stepsOf(unit, "admin")).toEqual({
        reference: false,
        import: false,
        project: false,
        accounts: false,
      });
      expect(await stepsOf(unit, "editor")).toEqual({ import: false, project: false });
      expect(await stepsOf(unit, "reader")).toBeNull();
    }));

  it("the order is that in which they are offered", () =>
    inNewInstallation(async (unit) => {
      const steps = await findFirstSteps(withRole(unit, "admin"));
      expect(steps?.map(({ name }) => name)).toEqual(["reference", "import", "project", "accounts"]);
    }));

  it("the first project is done once there is one", () =>
    inNewInstallation(async (unit) => {
      await createProject(unit.connection);
      expect(await stepsOf(unit, "admin")).toEqual({ reference: false, import: false, project: true, accounts: false });
      expect(await stepsOf(unit, "editor")).toEqual({ import: false, project: true });
    }));

  it("the import is done once it has changed records", () =>
    inNewInstallation(async (unit) => {
      await addChange(unit, { kind: "institutions" });
      expect(await stepsOf(unit, "editor")).toEqual({ import: false, project: false });
      await addChange(unit, { kind: "institutions", source: "import" });
      expect(await stepsOf(unit, "editor")).toEqual({ import: true, project: false });
    }));

  it("the accounts are done once there is a second one", () =>
    inNewInstallation(async (unit) => {
      await addAccount(unit);
      expect(await stepsOf(unit, "admin")).toMatchObject({ accounts: true, project: false });
    }));

  it("the reference lists are done once an account has changed one, not by what the app comes with", () =>
    inNewInstallation(async (unit) => {
      await addChange(unit, { kind: "titel", source: "command" });
      expect(await stepsOf(unit, "admin")).toMatchObject({ reference: false });
      await addChange(unit, { kind: "titel", user: 1 });
      expect(await stepsOf(unit, "admin")).toMatchObject({ reference: true });
    }));
});

describe("the end of the first steps", () => {
  it("nothing is offered once there is a second project", () =>
    inNewInstallation(async (unit) => {
      await createProject(unit.connection);
      await createProject(unit.connection);
      expect(await stepsOf(unit, "admin")).toBeNull();
      expect(await stepsOf(unit, "editor")).toBeNull();
    }));

  it("nothing is offered once there are a project, an import and a second account", () =>
    inNewInstallation(async (unit) => {
      await createProject(unit.connection);
      await addChange(unit, { kind: "institutions", source: "import" });
      expect(await stepsOf(unit, "admin")).not.toBeNull();
      await addAccount(unit);
      expect(await stepsOf(unit, "admin")).toBeNull();
    }));

  it("nothing is offered to editors once both of their steps are done", () =>
    inNewInstallation(async (unit) => {
      await createProject(unit.connection);
      await addChange(unit, { kind: "institutions", source: "import" });
      expect(await stepsOf(unit, "editor")).toBeNull();
      expect(await stepsOf(unit, "admin")).toMatchObject({ accounts: false });
    }));
});
