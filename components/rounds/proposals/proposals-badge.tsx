import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { queueHref } from "@/lib/features/rounds/proposal-queue";

type ProposalsBadgeProps = {
  /** The first segment of the kind's API path. */
  kind: string;
  id: number;
  /** Number of open proposals. */
  count: number;
};

/** Link in a record's head to its open proposals; renders nothing if there are none. */
export function ProposalsBadge({ kind, id, count }: ProposalsBadgeProps) {
  const t = useTranslations("proposals");
  if (count === 0) return null;
  return (
    <p className="mt-1 print:hidden">
      <a
        href={queueHref({ kind, id })}
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
