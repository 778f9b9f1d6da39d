import { useFormatter } from "next-intl";

const UNITS = ["byte", "kilobyte", "megabyte"] as const;
/** As in the limits of sizes, such as FILE_MAX_MB: a file as large as allowed is shown with this number. */
const BYTES_PER_UNIT = 1_024;

/** Returns a function that formats a number of bytes with the unit that fits: 340 kB, 1.2 MB. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
    const unit = UNITS[power];
    return format.number(bytes / BYTES_PER_UNIT ** power, {
      style: "unit",
      unit,
      maximumFractionDigits: power === UNITS.length - 1 ? 1 : 0,
    });
  };
}
