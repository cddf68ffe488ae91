// with agent.ts
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

const args = ["probe", "http://localhost:4000", "--scenario", "probe.yaml", "--quick"];
const { status, stderr } = spawnSync("node_modules/.bin/a2agen", args, { encoding: "utf8" });
// Whatever it finds: a scenario that cannot be read ends it with 2.
assert.ok(status === 0 || status === 1, stderr);
