import { useTranslations } from "next-intl";
import { AddressFilterBar } from "@/components/records/filters/address-filter-bar";
import { ListFooter } from "@/components/records/list/list-footer";
import { ButtonLink } from "@/components/navigation/links";
import { BusyTable } from "@/components/tables/busy-table";
import { SortLink } from "@/components/tables/sort-link";
import { TableFrame } from "@/components/tables/table-frame";
import { TableRow } from "@/components/tables/table-row";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { Account } from "@/lib/features/accounts/user-administration-answers";
import { ACCOUNT_LIST } from "@/lib/features/accounts/account";
import { ACCOUNTS_PATH } from "@/lib/features/accounts/account-paths";
import { displayMoment } from "@/lib/model/fields/moments";
import { listSearchParams, type ListQuery } from "@/lib/model/lists/list-query";
import { sortLinksOf } from "@/lib/model/lists/sort-links";
import { AccountState } from "./account-state";

type AccountListProps = { query: ListQuery; rows: readonly Account[]; total: number };

/**
 * List of all accounts for admins (contract §9). Search, sorting and page are part of the URL, as
 * on every list page.
 */
export function AccountList({ query, rows, total }: AccountListProps) {
  const t = useTranslations("administration");
  const tc = useTranslations("common");
  const addressOf = (changes: Partial<ListQuery>) => {
    const parameters = listSearchParams(ACCOUNT_LIST, { ...query, ...changes });
    return parameters.size > 0 ? `${ACCOUNTS_PATH}?${parameters}` : ACCOUNTS_PATH;
  };

  const columns = [
    { id: "name", label: t("name"), share: 3 },
    { id: "email", label: t("email"), share: 4 },
    { id: "role", label: t("role"), share: 2 },
    { id: "state", label: t("state"), share: 2 },
    { id: "last_seen_at", label: t("last_seen"), share: 2.4 },
  ];
  const contentOf = (account: Account, column: string) => {
    const { name, email, role, last_seen_at: seen } = account;
    if (column === "state") return <AccountState account={account} />;
    if (column === "role") return t(`roles.${role}`);
    if (column === "last_seen_at") return seen ? displayMoment(new Date(seen)) : t("never");
    return column === "email" ? email : name;
  };

  return (
    <Card>
      <div className="flex items-start border-b border-line print:hidden">
        <div className="min-w-0 flex-1">
          <AddressFilterBar filter={query.filter} placeholder={t("search_hint")} />
        </div>
        <ButtonLink
          variant="primary"
          href={`${ACCOUNTS_PATH}/new`}
          icon={<Icon name="icon-user-plus" className="size-4" />}
          className="m-3 max-sm:mx-2 max-sm:my-2 max-sm:ml-0 md:mr-4"
          title={t("invite")}
        >
          <span className="tool-label">{t("invite")}</span>
        </ButtonLink>
      </div>
      <BusyTable>
        <TableFrame
          caption={t("accounts")}
          headings={columns.map((column) => {
            if (!ACCOUNT_LIST.sortFields.includes(column.id)) return column;
            const links = sortLinksOf(query.sort, column.id, false, addressOf);
            return { ...column, sorted: links.sorted, control: <SortLink label={column.label} {...links} /> };
          })}
          emptyText={tc("no_relevant_data")}
        >
          {rows.map((account) => (
            <TableRow
              key={account.id}
              nameId={`account-${account.id}`}
              href={`${ACCOUNTS_PATH}/${account.id}`}
              cells={columns.map(({ id, label }) => ({ label, content: contentOf(account, id) }))}
            />
          ))}
        </TableFrame>
      </BusyTable>
      <ListFooter query={query} shown={rows.length} total={total} firstHref={addressOf({ pageNo: 0 })} />
    </Card>
  );
}
