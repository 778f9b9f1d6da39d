import { verifyPassword } from "@/lib/sessions/password";
import { watchBackups } from "./backup-age";
import { startJobs } from "./start-jobs";

/** Starts the work of this instance that no request waits for. */
export function startBackgroundWork(): void {
  // Precomputes the hash for unknown addresses: otherwise the first login with one would take
  // longer (timing attack).
  void verifyPassword("", null);
  startJobs();
  watchBackups();
}
