import { describe, expect, it, vi } from "vitest";
import { AppError, isDatabaseUnavailable, isTemporary, toAppError, ignoreDiskFull } from "./errors";

const failed = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("database errors", () => {
  it("toAppError maps a full disk to 507 storage_full", () => {
    const known = toAppError(failed("53100", 'could not extend file "base/1/2": No space left on device'));
    expect(known).toMatchObject({ code: "storage_full", status: 507 });
    expect(known.body).toEqual({ success: false, message: "storage_full" });
  });

  it("toAppError recognizes a full disk in an error wrapped by Prisma", () => {
    const prismaError = Object.assign(new Error("Raw query failed"), {
      meta: { driverAdapterError: { cause: { originalCode: "53100" } } },
    });
    expect(toAppError(prismaError).code).toBe("storage_full");
  });

  it("toAppError maps a connection on which the database stays silent to error_api", () => {
    expect(toAppError(new Error("Connection terminated: the database is silent")).code).toBe("error_api");
  });
});

describe("foreign key violations", () => {
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
  ])(
    "toAppError maps a foreign key violation that a concurrent delete can cause to data_not_found: %s",
    (constraint) => {
      for (const error of [violation(constraint), violation(constraint, "23001"), byPrisma(constraint)]) {
        expect(toAppError(error).code).toBe("data_not_found");
      }
    },
  );

  it("toAppError maps foreign key violations that no user can cause to internal_error", () => {
    for (const error of [
      violation("project_deadlines_projekt_id_fkey"),
      byPrisma("project_deadlines_projekt_id_fkey"),
      failed("23503"),
    ]) {
      expect(toAppError(error).code).toBe("internal_error");
    }
  });
});

describe("AppError", () => {
  it("an AppError is recognized when it comes from another bundle with its own class", async () => {
    vi.resetModules();
    const other = await import("./errors");
    const error = new other.AppError("error_api");
    expect(error).not.toBeInstanceOf(AppError);
    expect(toAppError(error)).toBe(error);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

describe("failed pages", () => {
  it.each([
    ["error_api", true],
    ["too_many_requests", true],
    ["forbidden", false],
  ] as const)("a page that failed with %s is worth another try: %s", (code, expected) => {
    expect(isTemporary(new AppError(code))).toBe(expected);
  });
});

describe("best-effort writes", () => {
  it("ignoreDiskFull ignores that a write failed because the disk is full", async () => {
    await expect(ignoreDiskFull(Promise.reject(failed("53100")))).resolves.toBeUndefined();
  });

  it("ignoreDiskFull rejects when a write fails for any other reason", async () => {
    await expect(ignoreDiskFull(Promise.reject(new AppError("error_api")))).rejects.toThrow("error_api");
  });
});
