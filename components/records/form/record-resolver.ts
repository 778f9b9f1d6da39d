import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { withEmailFaults } from "@/lib/base/browser/with-email-faults";
import { schemaOf } from "@/lib/model/values/schemas";

/** Validates a record's form with the schema that its API route uses. */
export const resolverOf = (definition: AnyDefinition): Resolver<FieldValues> =>
  withEmailFaults(zodResolver(schemaOf(definition)) as Resolver<FieldValues>);
