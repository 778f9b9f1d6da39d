import { createClient } from "@/lib/store/database/client";
import { seedReferenceData } from "@/prisma/seed-data";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { prisma } from "@/scripts/postgres/prisma-command";
import { databaseUrl, uniqueName } from "@/scripts/postgres/throwaway-databases";

/**
 * Creates a migrated database with the reference data, which each test file copies. It has no gazetteer,
 * which is several times as large as the rest: tests that need it fill their own copy.
 *
 * It allows no connections afterwards, because `CREATE DATABASE … TEMPLATE` fails while a client is
 * connected to the template, and many files may copy it at the same time.
 * @returns the template's name
 */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = uniqueName("template");
  const url = databaseUrl(serverUrl, name);
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  await prisma(["migrate", "deploy"], url);
  const client = createClient(url, 1);
  try {
    await seedReferenceData(client);
  } finally {
    await client.$disconnect();
  }
  await runSql(serverUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  return name;
}
