import { afterEach, beforeEach } from "vitest";
import { countCalls, rest, thorough } from "./runs.ts";

let before = 0;

beforeEach(({ task, skip }) => {
  const isLater = task.tags?.includes("later") === true;
  if (isLater && !thorough) skip("npm run test:rest runs it");
  if (rest && !isLater && task.tags?.includes("thorough") !== true) skip("npm test runs it");
  before = countCalls();
});

afterEach(({ task }) => {
  if (countCalls() > before && task.tags?.includes("thorough") !== true)
    throw new Error(
      'a test that calls runs() needs the option { tags: "thorough" }: npm run test:rest skips it otherwise',
    );
});
