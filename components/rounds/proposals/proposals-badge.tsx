import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { formHref, queueHref } from "@/lib/features/rounds/proposal-queue";
import { recordHref } from "@/lib/model/record-href";

type ProposalsBadgeProps = {
  /** The first segment of the kind's API path. */
  kind: string;
  id: number;
  /** Number of open proposals, and of those among them that the record's form shows. */
  count: number;
  inForm: number;
};

/** Link in a record's head to its open proposals, in its form if all of them are there; renders nothing if there are none. */
export function ProposalsBadge({ kind, id, count, inForm }: ProposalsBadgeProps) {
  const t = useTranslations("proposals");
  if (count === 0) return null;
  return (
    <p className="mt-1 print:hidden">
      <a
        href={inForm === count ? formHref(recordHref({ kind, id })) : queueHref({ kind, id })}
        className="inline-flex min-h-6 items-center rounded-sm underline-offset-2 hover:underline pointer-coarse:min-h-11"
      >
        <Badge tone="warning">
          <Icon name="icon-inbox" className="size-3.5" />
          {t("open_of_record", { count })}
        </Badge>
      </a>
    </p>
  );
}
