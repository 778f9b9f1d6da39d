import { digest, digestMail } from "../digests/digest-jobs";
import { housekeeping } from "../jobs/housekeeping";
import type { Job } from "../jobs/job";
import { quality } from "../quality/quality-job";

/** Every job of the app. A new one needs a queue (by a migration) and texts under `jobs.names`. */
export const jobs: readonly Job[] = [digest, digestMail(), housekeeping, quality];
