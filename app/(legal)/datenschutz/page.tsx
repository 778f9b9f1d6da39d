import { legalPage, legalTitle } from "../legal-page";

export const generateMetadata = legalTitle("datenschutz");

export default legalPage("datenschutz");
