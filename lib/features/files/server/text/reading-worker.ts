import { createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { readDocument } from "./read-document";

/*
 * The process that reads the text of one file, which it receives on its standard input; its argument is the
 * type. `read-in-process.ts` starts it. `scripts/build/bundle-workers.ts` bundles it.
 */

/** The file descriptor of the result, which is a `ReadDocument` as JSON; libraries may write to the others. */
const RESULT = 3;

const [, , mime = ""] = process.argv;
const bytes = await buffer(process.stdin);
createWriteStream("", { fd: RESULT }).end(JSON.stringify(await readDocument(new Uint8Array(bytes), mime)));
