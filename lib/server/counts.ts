export { recordCounts } from "./stores/record-counts";
