import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { checkPassword, UsageError } from "./user-arguments";

const INTERRUPTED = 130;

/** Asks twice for a new password without showing it; from a pipe or a file, its first line is the password. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ""] = (await text(process.stdin)).split(/\r?\n/);
    return checkPassword(line);
  }
  const password = checkPassword(await askHidden("Password: "));
  if ((await askHidden("The same again: ")) !== password) throw new UsageError("The two passwords differ.");
  return password;
}

function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  return new Promise((resolve) => {
    terminal.once("SIGINT", () => {
      terminal.close();
      process.stdout.write("\n");
      process.exit(INTERRUPTED);
    });
    terminal.question("", (answer) => {
      terminal.close();
      process.stdout.write("\n");
      resolve(answer);
    });
  });
}
