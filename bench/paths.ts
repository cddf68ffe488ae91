import { join } from "node:path";

export const benchDirectory = import.meta.dirname;
export const repository = join(benchDirectory, "..");
/** What a run writes, other than its results. */
export const scratch = join(benchDirectory, ".tmp");
/** Code of the contenders, which the specifiers #generated/* name. */
export const generatedDirectory = join(scratch, "generated");
