/** The type of texts, which content alone cannot prove. */
export const TEXT_TYPE = "text/plain";
const OFFICE = "application/vnd.openxmlformats-officedocument";

/** The types of files that are kept, by the endings that promise them (contract §18). */
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

/** The MIME type of a file that is kept. */
export type FileMime = (typeof FILE_TYPES)[keyof typeof FILE_TYPES];

export const FILE_MIMES: readonly FileMime[] = [...new Set(Object.values(FILE_TYPES))];

/** The types that browsers may show in place; the others are always downloads. */
export const INLINE_MIMES: readonly string[] = ["application/pdf", "image/png", "image/jpeg"];
