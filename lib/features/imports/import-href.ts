export const IMPORT_PATH = "/pages/import";

/** Returns the URL of the import of records; `kind` is the first segment of their API paths. */
export const importHref = (kind: string) => `${IMPORT_PATH}?kind=${kind}`;
