import { describe, expect, it } from "vitest";
import { readMultipartFile, streamMultipartFile, type ArrivingFile } from "./multipart-file";
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

describe("streamMultipartFile", () => {
  const upload = (form: string, receive: (file: ArrivingFile) => Promise<unknown>) =>
    streamMultipartFile(requestOf(form, 100).request, { maxBytes: MAX_BYTES }, receive);

  async function textOf({ chunks }: ArrivingFile): Promise<string> {
    const all: Uint8Array[] = [];
    for await (const chunk of chunks) all.push(chunk);
    return Buffer.concat(all).toString();
  }

  it("returns the fields before and after the file", async () => {
    const before = { name: "before", content: "1" };
    const after = { name: "after", content: "zwölf" };
    const { result, fields } = await upload(formOf(before, file("x".repeat(1_000)), after), textOf);
    expect({ length: String(result).length, ...Object.fromEntries(fields) }).toEqual({
      length: 1_000,
      before: "1",
      after: "zwölf",
    });
  });

  it("refuses a field that is too long, with its name", async () => {
    const form = formOf({ name: "note", content: "x".repeat(5_000) }, file("x"));
    await expect(upload(form, textOf)).rejects.toMatchObject({ details: { errors: { note: ["max"] } } });
  });

  it("refuses a file without its end", async () => {
    const form = formOf(file("x".repeat(1_000))).slice(0, 600);
    await expect(upload(form, textOf)).rejects.toMatchObject({ details: { errors: { file: ["required"] } } });
  });

  it("fails with the error of the receiver, and reads no further", async () => {
    const { request, bytesRead } = requestOf(formOf(file("x".repeat(900_000))));
    const refused = streamMultipartFile(request, { maxBytes: 1_000_000 }, async ({ chunks }) => {
      for await (const chunk of chunks) throw new Error(`not ${chunk.length}`);
    });
    await expect(refused).rejects.toThrow(/^not \d/);
    expect(bytesRead()).toBeLessThan(450_000);
  });

  it("waits until the receiver has given up when the client breaks off", async () => {
    const log: string[] = [];
    const form = formOf(file("x".repeat(1_000))).slice(0, 600);
    const refused = upload(form, async ({ chunks }) => {
      try {
        for await (const chunk of chunks) log.push(typeof chunk);
      } finally {
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push("given up");
      }
    });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed" });
    expect(log.at(-1)).toBe("given up");
  });
});
