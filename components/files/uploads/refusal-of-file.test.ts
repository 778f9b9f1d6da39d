import { expect, it } from "vitest";
import { refusalOfFile } from "./refusal-of-file";

it.each([
  [{ name: "Vertrag.PDF", size: 10 }, null],
  [{ name: "notes.md", size: 1 }, null],
  [{ name: "Vertrag.pdf", size: 0 }, "empty"],
  [{ name: "Vertrag.pdf", size: 11 }, "payload_too_large"],
  [{ name: "setup.exe", size: 1 }, "type"],
  [{ name: "pdf", size: 1 }, "type"],
  [{ name: "", size: 1 }, "type"],
])("refusalOfFile of %j is %j", (file, code) => {
  const refusal = refusalOfFile(file, 10);
  expect(refusal?.errors?.file?.[0] ?? refusal?.code ?? null).toBe(code);
});
