import { legalPage, legalTitle } from "../legal-page";

export const generateMetadata = legalTitle("impressum");

export default legalPage("impressum");
