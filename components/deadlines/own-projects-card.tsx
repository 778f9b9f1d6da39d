import { useLocale, useTranslations } from "next-intl";
import { MoreLink } from "@/components/navigation/links";
import { EntryTag } from "@/components/records/shared/entry-tag";
import { EmptyNote } from "@/components/ui/empty-note";
import { SectionCard } from "@/components/ui/section-card";
import type { OwnProjects } from "@/lib/features/deadlines/own-projects";
import { displayDate } from "@/lib/model/fields/day";
import { definitionOf } from "@/lib/model/kinds/registry";
import { localizedName } from "@/lib/model/reference-lists/reference-lists";

/** Dashboard card of the user's own projects. */
export function OwnProjectsCard({ member, projects, total }: OwnProjects) {
  const t = useTranslations("dashboard");
  const td = useTranslations("deadlines");
  const locale = useLocale();
  const projectPath = definitionOf("project").pages.detail;
  return (
    <SectionCard id="own-projects" title={t("own_projects")} className="h-full">
      {projects.length === 0 && <EmptyNote hint={t(member ? "own_none" : "own_unknown")} />}
      <ul className="mt-1 divide-y divide-line empty:hidden">
        {projects.map(({ projekt_id, projekt_titel, day, what, ...status }) => (
          <li key={projekt_id} className="flex min-h-9 flex-wrap items-center gap-x-4 py-1">
            <a
              href={`${projectPath}/${projekt_id}`}
              title={projekt_titel}
              className="min-w-0 flex-1 basis-40 truncate font-medium underline-offset-2 hover:underline"
            >
              {projekt_titel}
            </a>
            {day && what && (
              <span className="text-sm text-ink-muted">
                {td(`what.${what}`)} <time dateTime={day}>{displayDate(day)}</time>
              </span>
            )}
            <EntryTag list="projekt_status" name={localizedName(status, "status", locale)} />
          </li>
        ))}
      </ul>
      {member && total > projects.length && (
        <MoreLink href={`${definitionOf("member").pages.detail}/${member}?tab=kooperationsprojekte`}>
          {t("own_all")}
        </MoreLink>
      )}
    </SectionCard>
  );
}
