import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { passwordMinOf } from "@/lib/base/config/env";
import { checkPassword, UsageError } from "./user-arguments";

const INTERRUPTED = 130;

/**
 * Prompts twice for a new password without showing it. If standard input is a pipe or a file,
 * returns its first line instead.
 */
export async function readPassword(): Promise<string> {
  const min = passwordMinOf(process.env);
  if (!process.stdin.isTTY) {
    const [line = ""] = (await text(process.stdin)).split(/\r?\n/);
    return checkPassword(line, min);
  }
  const terminal = openSilentTerminal();
  try {
    const password = checkPassword(await ask(terminal, "Password: "), min);
    if ((await ask(terminal, "The same again: ")) !== password) throw new UsageError("The two passwords differ.");
    return password;
  } finally {
    terminal.close();
  }
}

/** Opens a terminal that does not echo input until it is closed. */
function openSilentTerminal(): Interface {
  const discardedOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: discardedOutput, terminal: true, historySize: 0 });
  terminal.once("SIGINT", () => {
    terminal.close();
    process.stdout.write("\n");
    process.exit(INTERRUPTED);
  });
  return terminal;
}

function ask(terminal: Interface, question: string): Promise<string> {
  process.stdout.write(question);
  return new Promise((resolve) => {
    terminal.question("", (answer) => {
      process.stdout.write("\n");
      resolve(answer);
    });
  });
}
