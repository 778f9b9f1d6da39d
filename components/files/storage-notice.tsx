import { useFormatter, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { BYTES_PER_GB } from "@/lib/features/files/storage-use";

/** The dashboard's notice for admins that little of FILES_QUOTA_GB is left. */
export function StorageNotice({ bytes, quota }: { bytes: number; quota: number }) {
  const t = useTranslations("dashboard");
  const format = useFormatter();
  const gigabytes = (amount: number) => format.number(amount / BYTES_PER_GB, { maximumFractionDigits: 1 });
  return <Alert tone="warning">{t("storage_scarce", { used: gigabytes(bytes), quota: gigabytes(quota) })}</Alert>;
}
