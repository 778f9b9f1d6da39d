import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { JobList } from "@/components/jobs/job-list";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { listJobs } from "@/lib/features/jobs/server/job-runs";
import { jobs } from "@/lib/features/operations/server/jobs";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.jobs") };
}

/** Shows the background jobs and their recent runs (contract §11). */
export default async function JobsPage() {
  const context = await pageContext();
  if (!isAllowed(context.actor, "read", "jobs")) return <ForbiddenPage />;
  return <JobList jobs={await listJobs(context, jobs)} />;
}
