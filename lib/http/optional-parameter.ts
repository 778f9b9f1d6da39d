import type { ParameterReader } from "@/lib/model/lists/query-reader";
import { invalid } from "@/lib/base/errors/errors";

/**
 * Reads an optional parameter of a query.
 * @throws AppError validation_failed
 */
export function optionalParameter<Value>(
  parameters: URLSearchParams,
  name: string,
  read: ParameterReader<Value>,
): Value | undefined {
  if (!parameters.has(name)) return undefined;
  const value = read(parameters.getAll(name));
  if (value === null) throw invalid({ [name]: ["type"] });
  return value;
}
