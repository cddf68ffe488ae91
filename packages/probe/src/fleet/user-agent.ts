import { version } from "@a2agen/generators/model/version.ts";

/** The name under which a robots.txt speaks to this program. */
export const product = "a2agen";

/** What each request says of its sender: the package on npm, where one can read about it. */
export const userAgent = `${product}/${version} (npm package ${product}; ${product} fleet)`;
