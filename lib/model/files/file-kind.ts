/** The word by which paths, the history and the search name files, as they name kinds of records; also the tab of a record. */
export const FILE_KIND = "files";
