/** The word by which paths, the history and the search name files, as they name kinds of records. */
export const FILE_KIND = "files";
