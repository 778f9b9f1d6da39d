import { expect, it, vi } from "vitest";
import { env } from "@/lib/base/config/env";

const URL_OF_DEMO = "postgresql://postgres:secret@localhost:5433/cooperation";

vi.mock("@/lib/store/database/client", () => ({ createClient: () => ({ $disconnect: () => Promise.resolve() }) }));
vi.mock("./postgres/embedded-database", () => ({ runningEmbeddedUrl: () => Promise.resolve(URL_OF_DEMO) }));
vi.mock("./cli/user-command", () => ({ runUserCommand: () => Promise.resolve(env().DATABASE_URL) }));

it("a user command on the embedded database has a configuration with this database", async () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.spyOn(process, "argv", "get").mockReturnValue(["node", "scripts/user.ts", "list"]);
  const log = vi.spyOn(console, "log").mockReturnValue();
  await import("./user");
  expect(log.mock.calls).toEqual([[URL_OF_DEMO]]);
});
