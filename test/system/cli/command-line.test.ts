import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { loadCommands } from "../../../packages/cli/src/commands.ts";
import { runCli } from "../../../packages/terminal/src/run-cli.ts";
import { createStyle, wantsColour } from "../../../packages/terminal/src/style.ts";
import { runProcess } from "../../shared/process/run-process.ts";
import { a2agen, startA2agen } from "../../shared/process/start-a2agen.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

describe("a2agen", () => {
  test.each([
    { name: "a2agen", args: ["--help"] },
    { name: "add", args: ["add", "--help"] },
    { name: "call", args: ["call", "--help"] },
    { name: "completion", args: ["completion", "--help"] },
    { name: "compose", args: ["compose", "--help"] },
    { name: "console", args: ["console", "--help"] },
    { name: "docs", args: ["docs", "--help"] },
    { name: "docs-render", args: ["docs", "render", "--help"] },
    { name: "docs-site", args: ["docs", "site", "--help"] },
    { name: "gateway", args: ["gateway", "--help"] },
    { name: "mock", args: ["mock", "--help"] },
    { name: "generate-openapi", args: ["generate", "openapi", "--help"] },
    { name: "init", args: ["init", "--help"] },
    { name: "migrate", args: ["migrate", "--help"] },
    { name: "model", args: ["model", "--help"] },
    { name: "pack", args: ["pack", "--help"] },
    { name: "playground", args: ["playground", "--help"] },
    { name: "probe", args: ["probe", "--help"] },
    { name: "doctor", args: ["doctor", "--help"] },
    { name: "record-convert", args: ["record", "convert", "--help"] },
    { name: "record-diff", args: ["record", "diff", "--help"] },
    { name: "record-show", args: ["record", "show", "--help"] },
    { name: "schemas", args: ["schemas", "--help"] },
    { name: "skill", args: ["skill", "--help"] },
  ])("$args has a help", async ({ name, args }) => {
    const { status, stdout, stderr } = await startA2agen(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot(`../../expected/cli/${name}.txt`);
    expect(await runA2agen(args.map((arg) => (arg === "--help" ? "-h" : arg)))).toEqual({
      status,
      stdout,
      stderr,
    });
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test.each(["--version", "-v", "-V", "version"])("%s writes the version", async (flag) => {
    expect(await startA2agen([flag])).toEqual({
      status: 0,
      stdout: `a2agen ${packageJson.version}\n`,
      stderr: "",
    });
  });

  test("the number of an error is no flag", async () => {
    const { status, stdout, stderr } = await runA2agen(["explain", "-32603"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("message: Internal error\n");
  });

  test("cards are compared by another command than diff", async () => {
    const { status, stderr } = await runA2agen(["diff", "1.0", "package.json"]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "package.json: expected protos, an image or a package; a2agen client CARD --check compares cards\n",
    });
  });

  test("gives the help of a command wherever it is asked for", async () => {
    const want = await runA2agen(["docs", "render", "--help"]);
    expect(await runA2agen(["docs", "render", "missing.md", "--out", "x", "-h"])).toEqual(want);
  });

  test("bash completes with the printed script", async () => {
    const script = `a2agen() { ${JSON.stringify(process.execPath)} ${JSON.stringify(a2agen)} "$@"; }
      eval "$(a2agen completion bash)"
      COMP_LINE="a2agen call http://localhost:4000 push " COMP_POINT=41
      _a2agen && printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await runProcess("bash", { args: ["-c", script] });
    expect({ stdout: stdout.toString(), stderr }).toEqual({ stdout: "set\nget\nlist\ndelete\n", stderr: "" });
  });

  test.each([
    {
      args: ["call", "--json"],
      status: 2,
      error: { code: "ERR_A2AGEN_USAGE", message: "expected the URL of an agent" },
    },
    {
      args: ["record", "show", "missing.jsonl", "--json"],
      status: 1,
      error: {
        code: "ERR_A2AGEN_COMMAND",
        message: "missing.jsonl: ENOENT: no such file or directory, open 'missing.jsonl'",
      },
    },
    {
      args: ["call", "http://localhost:1", "send", "Hello", "--json"],
      status: 1,
      error: {
        code: "UNAVAILABLE",
        message: "UNAVAILABLE: http://localhost:1/.well-known/agent-card.json: fetch failed: bad port",
        hints: ["is the agent running, and is this its address?"],
      },
    },
  ])("$args: an error is JSON where answers are", async ({ args, status, error }) => {
    const said = await runA2agen(args);
    expect({ ...said, stderr: JSON.parse(said.stderr) as unknown }).toEqual({
      status,
      stdout: "",
      stderr: { error },
    });
  });

  test("help COMMAND is the help of the command", async () => {
    expect(await runA2agen(["help", "docs", "render"])).toEqual(
      await runA2agen(["docs", "render", "--help"]),
    );
    expect(await runA2agen(["help", "docs"])).toEqual(await runA2agen(["docs", "--help"]));
    expect(await runA2agen(["help"])).toEqual(await runA2agen(["--help"]));
    expect(await runA2agen([])).toEqual(await runA2agen(["--help"]));
    expect(await runA2agen(["docs"])).toEqual(await runA2agen(["docs", "--help"]));
  });

  test.each([40, 60, 100, 300])("a help fits a terminal of %i columns", async (columns) => {
    let text = "";
    const terminal = {
      columns,
      out: (part: string | Uint8Array): void => {
        text += String(part);
      },
      err: () => undefined,
    };
    await runCli({ args: ["migrate", "--help"], commands: loadCommands, terminal });
    const lines = text.split("\n").filter((line) => !line.includes("a2agen "));
    const longest = Math.max(...lines.map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(Math.min(columns, 100));
    expect(longest).toBeGreaterThan(Math.min(columns, 100) - 12);
  });

  test("colours help and errors where the terminal has colours", async () => {
    const written = { out: "", err: "" };
    const run = (args: readonly string[]): ReturnType<typeof runCli> =>
      runCli({
        args,
        commands: loadCommands,
        terminal: {
          style: { out: createStyle(true), err: createStyle(true) },
          out: (text) => {
            written.out += String(text);
          },
          err: (text) => {
            written.err += text;
          },
        },
      });
    await run(["init", "--help"]);
    expect(written.out).toContain(
      "\u001b[1mExamples:\u001b[22m\n  \u001b[2ma2agen\u001b[22m init my-agent\n",
    );
    expect(written.out.replaceAll(/ {2,}/g, "  ")).toContain(
      "  \u001b[36m--force\u001b[39m  overwrite existing files\n",
    );
    expect(stripVTControlCharacters(written.out)).toBe((await runA2agen(["init", "--help"])).stdout);
    await run(["inti"]);
    expect(written.err).toBe(
      '\u001b[31ma2agen:\u001b[39m unknown command "inti"; did you mean init?\n\u001b[2mRun "a2agen --help" for help.\u001b[22m\n',
    );
  });

  test.each([
    { isTTY: true, env: {}, want: true },
    { isTTY: false, env: {}, want: false },
    { isTTY: true, env: { NO_COLOR: "1" }, want: false },
    { isTTY: true, env: { NO_COLOR: "" }, want: true },
    { isTTY: true, env: { TERM: "dumb" }, want: false },
    { isTTY: false, env: { FORCE_COLOR: "1" }, want: true },
    { isTTY: false, env: { FORCE_COLOR: "", NO_COLOR: "1" }, want: true },
    { isTTY: true, env: { FORCE_COLOR: "0" }, want: false },
  ])("colours with isTTY $isTTY and $env: $want", ({ isTTY, env, want }) => {
    expect(wantsColour({ isTTY }, env)).toBe(want);
  });

  test.each([
    { args: ["inti"], want: 'a2agen: unknown command "inti"; did you mean init?' },
    {
      args: ["doc", "render", "a.md"],
      want: 'a2agen: unknown command "doc render"; did you mean docs render?',
    },
    { args: ["flet", "fleet.yaml"], want: 'a2agen: unknown command "flet"; did you mean fleet?' },
    {
      args: ["serve", "card.json"],
      want: 'a2agen: unknown command "serve"; a2agen --help lists the commands',
    },
    { args: ["help", "calls"], want: 'a2agen: unknown command "calls"; did you mean call?' },
    { args: ["--versoin"], want: "a2agen: unknown flag --versoin; did you mean --version?" },
    {
      args: ["call", "http://localhost", "--bindng", "GRPC"],
      want: "a2agen call: unknown flag --bindng; did you mean --binding?",
    },
    {
      args: ["call", "http://localhost", "strem", "Hello"],
      want: 'a2agen call: unknown action "strem"; did you mean stream?',
    },
    {
      args: ["call", "http://localhost", "--binding", "JSONRCP"],
      want: 'a2agen call: --binding: expected JSONRPC or HTTP+JSON or GRPC; found "JSONRCP"; did you mean JSONRPC?',
    },
    {
      args: ["init", "--kind", "agnet"],
      want: 'a2agen init: --kind: expected minimal, agent, client, extension, schema-package; found "agnet"; did you mean agent?',
    },
    {
      args: ["init", "--bindings", "grpcc"],
      want: 'a2agen init: --bindings: expected some of JSONRPC, HTTP+JSON, GRPC, separated by commas; found "grpcc"; did you mean GRPC?',
    },
  ])("$args is refused with what may have been meant", async ({ args, want }) => {
    const program = want.slice(0, want.indexOf(":"));
    expect(await runA2agen(args)).toEqual({
      status: 2,
      stdout: "",
      stderr: `${want}\nRun "${program} --help" for help.\n`,
    });
  });

  test("names are taken in any case, and -y for --yes", async () => {
    const files = async (flags: readonly string[]): Promise<string> =>
      (await runA2agen(["init", "x", "--dry-run", ...flags])).stdout;
    expect(await files(["-y", "--kind", "Agent", "--bindings", "grpc,http+json", "--auth", "BEARER"])).toBe(
      await files(["--yes", "--kind", "agent", "--bindings", "HTTP+JSON,GRPC", "--auth", "bearer"]),
    );
  });

  const commands = "a2agen --help lists the commands";
  const renderFlags =
    "the flags are --profile, --proto, --image, --out, --write, --check, --reference, --templates, --help";
  const openApiFlags =
    "the flags are --card, --profile, --proto, --image, --format, --openapi, --out, --package, --help";
  test.each([
    { args: ["paint"], want: `a2agen: unknown command "paint"; ${commands}` },
    { args: ["help", "foo"], want: `a2agen: unknown command "foo"; ${commands}` },
    { args: ["help", "cal"], want: 'a2agen: unknown command "cal"; did you mean call?' },
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
      want: `a2agen docs render: unknown flag --no-check; did you mean --check?`,
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
      want: 'a2agen generate openapi: --openapi: expected 3.1 or 3.2; found "3.0"; did you mean 3.1 or 3.2?',
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
