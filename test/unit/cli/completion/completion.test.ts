import { describe, expect, test } from "vitest";
import { loadCommands } from "../../../../packages/cli/src/commands.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

describe("completion", () => {
  /** The words offered in the place of the last one. */
  async function wordsFor(...typed: readonly string[]): Promise<readonly string[]> {
    const { stdout } = await runA2agen(["completion", "words", "--", ...typed]);
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t")[0] ?? "");
  }

  test.each([
    { typed: ["pa"], want: ["pack"] },
    { typed: ["docs", ""], want: ["render", "site"] },
    { typed: ["help", "gen"], want: ["generate"] },
    { typed: ["help", "generate", ""], want: ["extension", "openapi"] },
    { typed: ["--v"], want: ["--version"] },
    { typed: ["init", "--d"], want: ["--description", "--docker", "--dry-run"] },
    { typed: ["init", "--auth", ""], want: ["none", "bearer"] },
    { typed: ["init", "--methods", ""], want: ["none", "own"] },
    { typed: ["init", "--kind", ""], want: [] },
    { typed: ["init", "x", "--dry-run", "--d"], want: ["--description", "--docker"] },
    { typed: ["call", "http://localhost", "pu"], want: ["push"] },
    { typed: ["call", "http://localhost", "push", ""], want: ["set", "get", "list", "delete"] },
    { typed: ["call", "http://localhost", "push", "set", ""], want: [] },
    { typed: ["call", "http://localhost", "--binding", "h"], want: ["HTTP+JSON"] },
    { typed: ["call", "--header", "A: b", "http://localhost", "str"], want: ["stream"] },
    { typed: ["call", "--header", "A: b", "--header"], want: ["--header", "--header-env"] },
    { typed: ["completion", ""], want: ["bash", "zsh", "fish"] },
    { typed: ["init", "--bindings", ""], want: ["JSONRPC", "HTTP+JSON", "GRPC"] },
    { typed: ["init", "--bindings", "JSONRPC,G"], want: ["JSONRPC,GRPC"] },
    { typed: ["diff", "0"], want: ["0.3"] },
    { typed: ["diff", "0.3", "1.1"], want: ["1.1-dev"] },
    { typed: ["unknown", ""], want: [] },
  ])("$typed", async ({ typed, want }) => {
    expect(await wordsFor(...typed)).toEqual(want);
  });

  test("begins with every command, and has its help", async () => {
    const first = [...new Set((await loadCommands([])).map(({ path }) => path[0]))];
    expect(await wordsFor("")).toEqual([...first, "help"]);
    expect((await runA2agen(["completion", "words", "--", "completi"])).stdout).toBe(
      "completion\tprint a script that completes commands, flags and values in a shell\n",
    );
  });

  test("a shell that it does not know is refused", async () => {
    expect(await runA2agen(["completion", "zhs"])).toEqual({
      status: 2,
      stdout: "",
      stderr:
        'a2agen completion: expected bash, zsh, fish; found "zhs"; did you mean zsh?\nRun "a2agen completion --help" for help.\n',
    });
  });
});
