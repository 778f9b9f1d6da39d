"use client";

/**
 * The footer as a client component: pages behind the login contain it only as HTML, not as data for
 * React as well. The pages for guests use the plain one, because this one would add a script.
 */
export { Footer as MainFooter } from "./footer";
