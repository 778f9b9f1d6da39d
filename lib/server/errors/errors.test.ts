import { describe, expect, it, vi } from "vitest";
import { AppError, isForWantOfDatabase, toAppError, unlessFull } from "./errors";

const failed = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("what the database says", () => {
  it("is no defect of ours where its disk is full", () => {
    const known = toAppError(failed("53100", 'could not extend file "base/1/2": No space left on device'));
    expect(known).toMatchObject({ code: "storage_full", status: 507 });
    expect(known.body).toEqual({ success: false, message: "storage_full" });
  });

  it("is known also where Prisma tells it", () => {
    const told = Object.assign(new Error("Raw query failed"), {
      meta: { driverAdapterError: { cause: { originalCode: "53100" } } },
    });
    expect(toAppError(told).code).toBe("storage_full");
  });

  it("is nothing at all where it is silent: then it cannot be reached", () => {
    expect(toAppError(new Error("Connection terminated: the database is silent")).code).toBe("error_api");
  });
});

describe("a violated foreign key", () => {
  const violation = (constraint: string, code = "23503") => Object.assign(failed(code), { constraint });
  const byPrisma = (constraint: string) =>
    Object.assign(failed("P2003"), {
      meta: {
        driverAdapterError: { cause: { kind: "ForeignKeyConstraintViolation", constraint: { index: constraint } } },
      },
    });

  it.each([
    "members_titel_fkey",
    "member_facilities_einrichtung_id_fkey",
    "project_persons_person_id_fkey",
    "views_user_id_fkey",
    "import_rows_import_id_fkey",
  ])("says that something was deleted at the same moment: %s", (constraint) => {
    for (const error of [violation(constraint), violation(constraint, "23001"), byPrisma(constraint)]) {
      expect(toAppError(error).code).toBe("data_not_found");
    }
  });

  it("is a defect of ours where no user can cause it", () => {
    for (const error of [
      violation("project_deadlines_projekt_id_fkey"),
      byPrisma("project_deadlines_projekt_id_fkey"),
      failed("23503"),
    ]) {
      expect(toAppError(error).code).toBe("internal_error");
    }
  });
});

describe("an error of ours", () => {
  it("is one also where it comes from another bundle, whose class is not the same", async () => {
    vi.resetModules();
    const other = await import("./errors");
    const error = new other.AppError("error_api");
    expect(error).not.toBeInstanceOf(AppError);
    expect(toAppError(error)).toBe(error);
    expect(isForWantOfDatabase(error)).toBe(true);
  });
});

describe("what is noted in passing", () => {
  it("is left out where there is no room for it", async () => {
    await expect(unlessFull(Promise.reject(failed("53100")))).resolves.toBeUndefined();
  });

  it("fails as ever for any other reason", async () => {
    await expect(unlessFull(Promise.reject(new AppError("error_api")))).rejects.toThrow("error_api");
  });
});
