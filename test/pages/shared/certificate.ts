import { readFile } from "node:fs/promises";
import { join } from "node:path";

const read = (name: string): Promise<string> =>
  readFile(join(process.env["REPOSITORY"] ?? "", "test/system/cli/call/tls", name), "utf8");

/** Of localhost, signed by `ca`. */
export const keyPair = {
  ca: await read("ca.pem"),
  key: await read("server.key"),
  cert: await read("server.pem"),
};
