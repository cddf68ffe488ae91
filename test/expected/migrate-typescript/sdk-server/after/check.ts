import assert from "node:assert/strict";
import { v4 } from "./uuid.js";

export async function check(): Promise<void> {
  assert.notEqual(v4(), v4());
}
