import { createClient } from "@/lib/server/database/client";
import { seedReferenceData } from "@/prisma/seed-data";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { prisma } from "@/scripts/postgres/prisma-command";
import { databaseUrl, uniqueName } from "@/scripts/postgres/throwaway-databases";

/**
 * Creates a migrated database with the reference data, from which each test file gets its copy.
 *
 * Nobody can connect to it afterwards: `CREATE DATABASE … TEMPLATE` fails while somebody is connected to the template,
 * and this way nobody ever is, however many files ask for a copy at once.
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
