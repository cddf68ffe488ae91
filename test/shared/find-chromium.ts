import { existsSync } from "node:fs";

/** Where Debian and others put Chromium. */
const paths = [
  process.env["CHROME_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The path of Chromium; undefined where it is not installed. */
export function findChromium(): string | undefined {
  return paths.find((path) => path !== undefined && existsSync(path));
}
