import { existsSync } from "node:fs";
import { join } from "node:path";

const installed = join(import.meta.dirname, "../nodes/node_modules");

/** Every Node that is promised and is here: the newer ones come with `npm ci --prefix test/nodes`. */
export const nodes: readonly { readonly version: string; readonly program: string }[] = [
  { version: "this", program: process.execPath },
  ...["22", "24"].flatMap((version) => {
    const program = join(installed, `node-${version}-linux-x64/bin/node`);
    return existsSync(program) ? [{ version, program }] : [];
  }),
];
