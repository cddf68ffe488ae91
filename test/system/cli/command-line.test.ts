import { describe, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { startA2agen } from "../../shared/process/start-a2agen.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

describe("a2agen", () => {
  test.each([
    { name: "a2agen", args: ["--help"] },
    { name: "call", args: ["call", "--help"] },
    { name: "compose", args: ["compose", "--help"] },
    { name: "docs", args: ["docs", "--help"] },
    { name: "docs-render", args: ["docs", "render", "--help"] },
    { name: "generate-openapi", args: ["generate", "openapi", "--help"] },
    { name: "init", args: ["init", "--help"] },
    { name: "migrate", args: ["migrate", "--help"] },
    { name: "pack", args: ["pack", "--help"] },
    { name: "schemas", args: ["schemas", "--help"] },
  ])("$args has a help", async ({ name, args }) => {
    const { status, stdout, stderr } = await startA2agen(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot(`../../expected/cli/${name}.txt`);
    expect(await runA2agen(args.map((arg) => (arg === "--help" ? "-h" : arg)))).toEqual({
      status,
      stdout,
      stderr,
    });
    expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  test.each(["--version", "-v"])("%s writes the version", async (flag) => {
    expect(await startA2agen([flag])).toEqual({
      status: 0,
      stdout: `a2agen ${packageJson.version}\n`,
      stderr: "",
    });
  });

  test("gives the help of a command wherever it is asked for", async () => {
    const want = await runA2agen(["docs", "render", "--help"]);
    expect(await runA2agen(["docs", "render", "missing.md", "--out", "x", "-h"])).toEqual(want);
  });

  const commands =
    'the commands are "call", "compose", "docs render", "generate openapi", "init", "migrate", "pack", "schemas"';
  const renderFlags =
    "the flags are --profile, --proto, --image, --out, --write, --check, --reference, --templates, --help";
  const openApiFlags =
    "the flags are --card, --profile, --proto, --image, --format, --openapi, --out, --package, --help";
  test.each([
    { args: [], want: `a2agen: expected a command; ${commands}` },
    { args: ["paint"], want: `a2agen: unknown command "paint"; ${commands}` },
    { args: ["docs"], want: `a2agen: "docs" is not a whole command; ${commands}` },
    { args: ["docs", "paint"], want: `a2agen: unknown command "docs paint"; ${commands}` },
    { args: ["toString"], want: `a2agen: unknown command "toString"; ${commands}` },
    { args: ["--color"], want: `a2agen: unknown flag --color; ${commands}` },
    { args: ["docs", "render"], want: "a2agen docs render: expected at least one FILE" },
    {
      args: ["docs", "render", "a.md", "--colour"],
      want: `a2agen docs render: unknown flag --colour; ${renderFlags}`,
    },
    {
      args: ["docs", "render", "a.md", "-o", "x"],
      want: `a2agen docs render: unknown flag -o; ${renderFlags}`,
    },
    {
      args: ["docs", "render", "a.md", "-out", "x"],
      want: `a2agen docs render: unknown flag -o; ${renderFlags}`,
    },
    {
      args: ["docs", "render", "a.md", "--constructor"],
      want: `a2agen docs render: unknown flag --constructor; ${renderFlags}`,
    },
    {
      args: ["docs", "render", "a.md", "--no-check"],
      want: `a2agen docs render: unknown flag --no-check; ${renderFlags}`,
    },
    {
      args: ["docs", "render", "a.md", "--out"],
      want: "a2agen docs render: --out: expected DIR; found nothing",
    },
    {
      args: ["docs", "render", "a.md", "--out="],
      want: "a2agen docs render: --out: expected DIR; found nothing",
    },
    {
      args: ["docs", "render", "a.md", "--out", "--write"],
      want: "a2agen docs render: --out: expected DIR; found --write",
    },
    {
      args: ["docs", "render", "a.md", "--write=yes"],
      want: 'a2agen docs render: --write takes no value; found "yes"',
    },
    {
      args: ["docs", "render", "a.md", "--write", "--write"],
      want: "a2agen docs render: --write is given more than once",
    },
    {
      args: ["docs", "render", "a.md", "--write", "--out", "x"],
      want: "a2agen docs render: --out and --write cannot be given together",
    },
    {
      args: ["docs", "render", "a.md", "--proto", "x", "--image=y"],
      want: "a2agen docs render: --proto and --image cannot be given together",
    },
    {
      args: ["docs", "render", "a.md", "b.md"],
      want: "a2agen docs render: only one file can go to standard output; give --out DIR or --write",
    },
    {
      args: ["generate", "openapi", "a", "b"],
      want: 'a2agen generate openapi: expected flags only; found "a", "b"',
    },
    {
      args: ["generate", "openapi", "--format", "xml"],
      want: 'a2agen generate openapi: --format: expected json or yaml; found "xml"',
    },
    {
      args: ["generate", "openapi", "--openapi", "3.0"],
      want: 'a2agen generate openapi: --openapi: expected 3.1 or 3.2; found "3.0"',
    },
    {
      args: ["generate", "openapi", "--server"],
      want: `a2agen generate openapi: unknown flag --server; ${openApiFlags}`,
    },
  ])("$args is refused with what can be given instead", async ({ args, want }) => {
    const program = want.slice(0, want.indexOf(":"));
    expect(await runA2agen(args)).toEqual({
      status: 2,
      stdout: "",
      stderr: `${want}\nRun "${program} --help" for help.\n`,
    });
  });
});
