/** The type of plain texts, which cannot be detected from the content alone. */
export const TEXT_TYPE = "text/plain";
const OFFICE = "application/vnd.openxmlformats-officedocument";

/** The accepted types of files, by file name extension (contract §18). */
export const FILE_TYPES = {
  ".pdf": "application/pdf",
  ".docx": `${OFFICE}.wordprocessingml.document`,
  ".xlsx": `${OFFICE}.spreadsheetml.sheet`,
  ".odt": "application/vnd.oasis.opendocument.text",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".txt": TEXT_TYPE,
  ".csv": TEXT_TYPE,
  ".md": TEXT_TYPE,
} as const;

/** The MIME type of an accepted file. */
export type FileMime = (typeof FILE_TYPES)[keyof typeof FILE_TYPES];

export const FILE_MIMES: readonly FileMime[] = [...new Set(Object.values(FILE_TYPES))];

/** The types that browsers may display inline; all others are always downloaded. */
export const INLINE_MIMES: readonly string[] = ["application/pdf", "image/png", "image/jpeg"];
