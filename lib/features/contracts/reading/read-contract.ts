export type ContractField = "projektbeginn" | "projektende" | "kuendigungsfrist" | "vertragsgrundlage";
export type ContractReading = { value: string | number; page: number; zitat: string };
export type ContractReadings = Partial<Record<ContractField, ContractReading>>;
export function readContract(_pages: readonly string[]): ContractReadings {
  return {};
}
