import { afterAll } from "vitest";
import { findChanges, takeSnapshot } from "./snapshot-globals.ts";

// The files of a project without isolation run in one process, one after the other: what a file leaves
// changed, the next one would meet. Hooks of setup files run after those of the file itself.
const before = takeSnapshot();

afterAll(() => {
  const changes = findChanges(before, takeSnapshot());
  if (changes.length > 0) {
    throw new Error(
      `this file leaves globals changed for those that run after it in the same process; put them back in afterEach or afterAll, or name it *.isolated.test.ts: ${changes.join(", ")}`,
    );
  }
});
