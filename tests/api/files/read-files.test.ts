import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { loggedIn, type Client } from "../../support/api";
import { createProject } from "../../support/factories";
import { fileCalls, pdf } from "../../support/records/files";
import { readAll } from "../../support/records/read-files";

/* The job that reads the texts of files (contract §18). */

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
beforeAll(async () => {
  api = await loggedIn();
  files = fileCalls(api);
});
beforeEach(async () => {
  project = `projects/${await createProject(db())}`;
});

describe("the text of a file", () => {
  it("is read from a PDF with the number of its pages", async () => {
    const id = await files.add(project, await agreementPdf(["Die erste Seite", "Die zweite Seite"]));
    await readAll();
    expect(await files.read(id)).toMatchObject({ seiten: 2, gelesen: "ja" });
  });

  it("is nothing of a broken PDF", async () => {
    const id = await files.add(project, pdf());
    await readAll();
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "nein" });
  });
});
