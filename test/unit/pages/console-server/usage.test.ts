import { expect, test } from "vitest";
import { runA2agen } from "../../../shared/run-a2agen.ts";

test.each([
  {
    args: ["localhost:4000"],
    want: 'URL: expected an http or https URL; found "localhost:4000"; do you mean http://localhost:4000?',
  },
  {
    args: ["https://ada:secret@example.com"],
    want: "URL: expected no user and password; give them in the page",
  },
  { args: ["--port", "0.5"], want: '--port: expected a number from 1 to 65535; found "0.5"' },
])("console $args serves nothing and says what was expected", async ({ args, want }) => {
  expect(await runA2agen(["console", ...args])).toEqual({
    status: 2,
    stdout: "",
    stderr: `a2agen console: ${want}\nRun "a2agen console --help" for help.\n`,
  });
});

test("console says which manifest cannot be found", async () => {
  expect(await runA2agen(["console", "--extensions", "no-such-extension"])).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "no-such-extension: error: expected a manifest, its folder, or an installed package with one; found neither a file nor a package of this name\n",
  });
});
