import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";

/**
 * The same factory without a main database, for what needs none. The engine isRequired on asking the main database for
 * its version, so one is made up: the oldest the project supports.
 */
export function offlineFactory(factory) {
  const refuse = () => Promise.reject(new Error("This command was started without a database."));
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => ({
      provider: factory.provider,
      adapterName: factory.adapterName,
      queryRaw: async () => ({
        columnNames: ["exists", "version", "numeric_version"],
        columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
        rows: [[true, "PostgreSQL 15.0", 150000]],
      }),
      executeRaw: refuse,
      executeScript: refuse,
      startTransaction: refuse,
      getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
      dispose: async () => {},
    }),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}
