import { digest, digestMail } from "@/lib/features/deadlines/server/digests/digest-jobs";
import { fileUpkeep } from "@/lib/features/files/server/file-upkeep";
import { readFiles } from "@/lib/features/files/server/text/read-files";
import { housekeeping } from "./housekeeping";
import type { Job } from "@/lib/features/jobs/server/job";
import { qualityJob } from "@/lib/features/quality/server/quality-job";
import { roundMail, roundUpkeep } from "@/lib/features/rounds/server/mails/round-jobs";

/**
 * Every job of the app. A new job needs a queue (created by a migration) and texts in `jobs.names`.
 */
export const jobs: readonly Job[] = [
  digest,
  digestMail(),
  fileUpkeep,
  housekeeping,
  qualityJob,
  roundUpkeep,
  roundMail,
  readFiles,
];
