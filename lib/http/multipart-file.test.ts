import { describe, expect, it } from "vitest";
import { readMultipartFile } from "./multipart-file";
import type { CallRequest } from "@/lib/base/web/call";

const BOUNDARY = "x-boundary-x";
const MAX_BYTES = 10_000;

type Part = { name: string; file?: string; content: string };
const partOf = ({ name, file, content }: Part) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n` +
  `\r\n${content}\r\n`;
const formOf = (...parts: Part[]) => `${parts.map(partOf).join("")}--${BOUNDARY}--\r\n`;
const field = (name: string): Part => ({ name, content: "x" });
const file = (content: string, name = "a.csv"): Part => ({ name: "file", file: name, content });

/** Returns a request with a form as its body, which arrives in chunks of `chunkBytes` bytes. */
function requestOf(form: string, chunkBytes = 1_000, contentType = `multipart/form-data; boundary=${BOUNDARY}`) {
  const bytes = Buffer.from(form);
  let bytesRead = 0;
  async function* body() {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      bytesRead += chunkBytes;
      yield bytes.subarray(at, at + chunkBytes);
    }
  }
  const headers = new Headers({ "content-type": contentType });
  const request: CallRequest = {
    ...{ method: "POST", url: "http://localhost/", cookies: { get: () => undefined, has: () => false } },
    ...{ headers, body: body(), signal: new AbortController().signal },
  };
  return { request, bytesRead: () => bytesRead };
}
const read = (form: string, chunkBytes?: number, contentType?: string) =>
  readMultipartFile(requestOf(form, chunkBytes, contentType).request, MAX_BYTES);

describe("readMultipartFile", () => {
  it.each([1, 7, 100_000])(
    "readMultipartFile reads the name and the bytes of a file that arrives in chunks of %i bytes",
    async (chunk) => {
      const { name, bytes } = await read(
        formOf(field("a"), file("Näme;Ort\r\n\r\n--x\r\n", "Größe 1.csv"), field("b")),
        chunk,
      );
      expect({ name, text: Buffer.from(bytes).toString() }).toEqual({
        name: "Größe 1.csv",
        text: "Näme;Ort\r\n\r\n--x\r\n",
      });
    },
  );

  it("readMultipartFile reads an empty file", async () => {
    expect((await read(formOf(file("")))).bytes).toHaveLength(0);
  });

  it.each([
    ["no file", formOf(field("a")), "required"],
    ["a file under another name", formOf({ ...file("x"), name: "other" }), "required"],
    ["a text instead of a file", formOf(field("file")), "type"],
    ["two files", formOf(file("x"), file("y")), "max"],
    ["more than 10 fields", formOf(...Array.from({ length: 11 }, () => field("a")), file("x")), "max"],
    ["a form without its end", formOf(file("x")).slice(0, -10), "required"],
    ["something that is no form", "Name;Ort", "required"],
    ["a header without its end", `--${BOUNDARY}\r\nContent-Disposition: form-data`, "required"],
  ])("readMultipartFile refuses %s", async (_case, form, code) => {
    await expect(read(form)).rejects.toMatchObject({
      code: "validation_failed",
      details: { errors: { file: [code] } },
    });
  });

  it("readMultipartFile refuses a content type without a boundary", async () => {
    await expect(read(formOf(file("x")), 1_000, "multipart/form-data")).rejects.toMatchObject({
      details: { errors: { file: ["required"] } },
    });
  });

  it("readMultipartFile accepts a file of exactly the limit and refuses one byte more", async () => {
    expect((await read(formOf(file("x".repeat(MAX_BYTES))))).bytes).toHaveLength(MAX_BYTES);
    await expect(read(formOf(file("x".repeat(MAX_BYTES + 1))))).rejects.toMatchObject({ code: "payload_too_large" });
  });

  it("readMultipartFile stops reading a form that exceeds a limit", async () => {
    const { request, bytesRead } = requestOf(formOf(...Array.from({ length: 100_000 }, () => field("a"))));
    await expect(readMultipartFile(request, MAX_BYTES * 1_000)).rejects.toMatchObject({ code: "validation_failed" });
    expect(bytesRead()).toBeLessThan(100_000);
  });
});
