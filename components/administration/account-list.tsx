"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ButtonLink } from "@/components/navigation/links";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { ListFooter, useListAddress } from "@/components/records/list/list-footer";
import { ListFilterBar } from "@/components/records/filters/list-filter-bar";
import { DataTable } from "@/components/tables/data-table";
import type { ColumnSort, DataTableColumn } from "@/components/tables/table-model";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { ACCOUNT_LIST, type Account } from "@/lib/records/accounts/account";
import { ACCOUNTS_PATH } from "@/lib/records/accounts/account-paths";
import type { ListQuery } from "@/lib/records/lists/list-query";
import { displayMoment } from "@/lib/records/fields/moments";

type AccountListProps = { query: ListQuery; rows: readonly Account[]; total: number };

/**
 * List of all accounts for admins (contract §9). Search, sorting and page are part of the URL, as
 * on every list page.
 */
export function AccountList({ query, rows, total }: AccountListProps) {
  const t = useTranslations("administration");
  const tc = useTranslations("common");
  const { isPending, push, replace } = usePendingNavigation();

  const columns = useMemo<DataTableColumn<Account>[]>(
    () => [
      { id: "name", header: t("name"), cell: ({ name }) => name, sortable: true, share: 3 },
      { id: "email", header: t("email"), cell: ({ email }) => email, sortable: true, share: 4 },
      { id: "role", header: t("role"), cell: ({ role }) => t(`roles.${role}`), sortable: true, share: 2 },
      { id: "state", header: t("state"), cell: (account) => <AccountState account={account} />, share: 2 },
      {
        id: "last_seen_at",
        header: t("last_seen"),
        cell: ({ last_seen_at: seen }) => (seen ? displayMoment(new Date(seen)) : t("never")),
        sortable: true,
        share: 2.4,
      },
    ],
    [t],
  );

  const request = useListAddress(ACCOUNT_LIST, ACCOUNTS_PATH, query);
  const narrow = (filter: string) => void replace(request({ filter, pageNo: 0 }), { scroll: false });
  const sortBy = (next: ColumnSort[]) => {
    const sort = next.map(({ id, desc }) => ({ field: id, order: desc ? ("desc" as const) : ("asc" as const) }));
    void push(request({ pageNo: 0, sort }), { scroll: false });
  };

  return (
    <Card>
      <div className="flex flex-wrap items-start border-b border-line print:hidden">
        <div className="min-w-0 flex-1 basis-80">
          <ListFilterBar
            applied={{ filter: query.filter, topics: [] }}
            topicOptions={null}
            placeholder={t("search_hint")}
            onApply={({ filter }) => narrow(filter)}
            onReset={() => narrow("")}
          />
        </div>
        <ButtonLink
          variant="primary"
          href={`${ACCOUNTS_PATH}/new`}
          icon={<Icon name="icon-user-plus" className="size-4" />}
          className="m-3 max-md:mt-0 max-md:w-[calc(100%-1.5rem)] md:mr-4"
        >
          {t("invite")}
        </ButtonLink>
      </div>
      <DataTable
        caption={t("accounts")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `${ACCOUNTS_PATH}/${id}`}
        sorting={query.sort.map(({ field, order }) => ({ id: field, desc: order === "desc" }))}
        onSortingChange={sortBy}
        emptyText={tc("no_relevant_data")}
        loading={isPending}
      />
      <ListFooter
        query={query}
        shown={rows.length}
        total={total}
        onPage={(pageNo) => void push(request({ pageNo }), { scroll: false })}
      />
    </Card>
  );
}

/** Badge that shows whether an account can log in. */
export function AccountState({ account }: { account: Account }) {
  const t = useTranslations("administration");
  if (account.disabled) return <Badge tone="danger">{t("states.disabled")}</Badge>;
  if (account.sign_in === "none" && !account.email_verified) return <Badge tone="accent">{t("states.invited")}</Badge>;
  if (!account.email_verified) return <Badge tone="warning">{t("states.unconfirmed")}</Badge>;
  return <Badge tone="success">{t("states.active")}</Badge>;
}
