import { legalPage, legalTitle } from "../legal-page";

export const generateMetadata = legalTitle("barrierefreiheit");

export default legalPage("barrierefreiheit");
