import { digest, digestMail } from "../digests/digest-jobs";
import { housekeeping } from "../jobs/housekeeping";
import type { Job } from "../jobs/job";
import { quality } from "../quality/quality-job";
import { roundMail, roundUpkeep } from "../rounds/mails/round-jobs";

/**
 * Every job of the app. A new job needs a queue (created by a migration) and texts in `jobs.names`.
 */
export const jobs: readonly Job[] = [digest, digestMail(), housekeeping, quality, roundUpkeep, roundMail];
