import url from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url&inline";

/** Inter's Latin letters in all weights, as a file WOFF2. */
export const interFont: Uint8Array = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");

/** Where pages have it. */
export const interPath = "assets/inter.woff2";
