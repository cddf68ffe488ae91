import { existsSync } from "node:fs";
import { join } from "node:path";

const installed = join(import.meta.dirname, "../../nodes/node_modules");

/** Set by .ci/run: a Node that is not here fails its tests instead of being left out. */
const areRequired = process.env["A2AGEN_NODES"] === "required";

/** Every Node that is promised and is here: the newer ones come with `npm ci --prefix test/nodes`. */
export const nodes: readonly { readonly version: string; readonly program: string }[] = [
  { version: "this", program: process.execPath },
  ...["22", "24"].flatMap((version) => {
    const program = join(installed, `node-${version}-linux-x64/bin/node`);
    if (areRequired || existsSync(program)) return [{ version, program }];
    console.warn(`Node ${version} is not in test/nodes (npm ci --prefix test/nodes): leaving out its tests`);
    return [];
  }),
];
