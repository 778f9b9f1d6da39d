import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findScarceStorage } from "@/lib/features/files/server/quota";
import { housekeeping } from "@/lib/features/operations/server/housekeeping";
import { db } from "@/lib/store/database/client";
import { jobContext } from "@/lib/store/database/transaction";
import { createProject } from "../../support/factories";
import { configure } from "../../support/configure";
import { createStoredFile } from "../../support/records/stored-files";

const BYTES_PER_GB = 1_073_741_824;
const BYTES = Math.ceil(0.8 * BYTES_PER_GB);

/** Runs the nightly job. @returns the lines that it logs as errors */
async function logOfNight(): Promise<string[]> {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  await housekeeping.work({ context: jobContext(), now: new Date(), data: {}, order: () => Promise.resolve() });
  return logged.mock.calls.map(([line]) => String(line));
}

beforeEach(async () => {
  await db().fileContent.updateMany({ data: { bytes: 0 } });
  const id = await createStoredFile(db(), { kind: "projects", record: await createProject(db()) });
  const { content_id } = await db().fileVersion.findFirstOrThrow({ where: { datei_id: id } });
  await db().fileContent.update({ where: { content_id }, data: { bytes: BYTES } });
});

describe("80 % of FILES_QUOTA_GB", () => {
  it("every night one line of the log names the figures", async () => {
    configure({ FILES_QUOTA_GB: 1 });
    expect(await logOfNight()).toEqual([
      "The files occupy 0.8 of 1.0 GB (FILES_QUOTA_GB), beyond which uploads are refused.",
    ]);
  });

  it("nothing is logged below", async () => {
    configure({ FILES_QUOTA_GB: 1.1 });
    expect(await logOfNight()).toEqual([]);
  });

  it("nothing is logged without a quota", async () => {
    expect(await logOfNight()).toEqual([]);
  });

  it("the dashboard gets the figures", async () => {
    configure({ FILES_QUOTA_GB: 1 });
    expect(await findScarceStorage(db())).toEqual({ bytes: BYTES, quota: BYTES_PER_GB });
  });

  it("the dashboard gets nothing below", async () => {
    configure({ FILES_QUOTA_GB: 1.1 });
    expect(await findScarceStorage(db())).toBeNull();
  });
});
