/** A method that Next routes and none of our calls has: whoever asks with it learns which methods the path knows. */
export const UNUSED_METHOD = "PATCH";

/** The methods that a route file of Next may export; it routes no other. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", UNUSED_METHOD, "DELETE", "OPTIONS"] as const;
