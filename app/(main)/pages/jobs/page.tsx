import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { JobList } from "@/components/jobs/job-list";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { listJobs } from "@/lib/server/jobs/job-runs";
import { jobs } from "@/lib/server/server/jobs";
import { pageContext } from "@/lib/server/auth/page-context";
import { isAllowed } from "@/lib/server/access/permissions";

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
