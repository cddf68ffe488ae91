import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SendMessageRequest as PeerRequest, taskStateToJSON } from "@a2a-js/sdk";
import { ClientFactory as PeerClientFactory } from "@a2a-js/sdk/client";
import { ClientFactory as OlderClientFactory } from "@a2a-js/sdk-0.3/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { OtlpReceiver } from "../../shared/otel/otlp-receiver.ts";
import { type FreshFolder, makeFreshFolder } from "../../shared/process/fresh-folder.ts";
import { npm, run } from "../../shared/process/npm.ts";
import {
  type Compiler,
  compilers,
  freePorts,
  outerCompilers,
  Project,
  type StartedProject,
  scaffold,
} from "../../shared/process/project.ts";
import { otherAnswers } from "./other-answers.ts";

let folder: FreshFolder | undefined;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await makeFreshFolder("projects");
  ({ directory, env } = folder);
});

afterAll(() => folder?.close());

const report = "Write a short report about tea";

/** Whether npm run test:long has started this. */
const withAll = process.env["A2AGEN_PROJECTS"] === "all";

/** Of the last line that an agent prints when it is there. */
const ready = "  callers ";

interface Checked {
  /** Default: the oldest and the newest. */
  readonly with?: readonly Compiler[];
  /** Whether its own tests probe it as well. */
  readonly probed?: boolean;
}

/** What every project does, in the order in which its user does it. */
function checkProject(
  name: string,
  flags: readonly string[],
  { with: used = outerCompilers, probed = true }: Checked = {},
): { readonly project: Project } {
  const begun: { project: Project } = { project: new Project("", {}) };

  test("is begun with npx a2agen init", async () => {
    begun.project = await scaffold({ directory, name, flags, env });
  });

  test("is installed without a warning", async () => {
    const { stderr } = await begun.project.npm("install");
    // An optional peer of pg, which npm asks for and does not need.
    const missing = (await folder?.missing())?.filter((name) => name !== "pg-native");
    expect({ stderr, missing }).toEqual({ stderr: "", missing: [] });
  });

  test.each(used)("compiles with %s", async (compiler) => {
    expect(await begun.project.typecheck(compiler)).toBe("");
  });

  test("passes its tests", async () => {
    expect(await runTests(begun.project, probed)).toMatch(/^# pass [1-9]\d*$/m);
  });

  test("is built", async () => {
    const { stderr } = await begun.project.npm("run", "build");
    expect(stderr).toBe("");
  });
  return begun;
}

/**
 * `npm test`. The probe of an agent takes most of its time and is about the runtime, the same for all agents:
 * it runs for the agent of the README in test/install/docs, and for all with A2AGEN_PROJECTS=all.
 */
async function runTests(project: Project, probed: boolean): Promise<string> {
  if (probed || withAll) return (await project.npm("test")).stdout;
  const names = (await readdir(join(project.directory, "test"))).filter((name) => name.endsWith(".test.ts"));
  const files = names.filter((name) => name !== "probe.test.ts").map((name) => `test/${name}`);
  return (await project.run("tsx", "--test", ...files)).stdout;
}

function checkGenerated(begun: { readonly project: Project }): void {
  test("has the code that npm run generate writes", async () => {
    const before = await begun.project.read();
    await begun.project.npm("run", "generate");
    expect(await begun.project.read()).toEqual(before);
  });

  test("has protos as buf wants them", async () => {
    const { stdout } = await begun.project.run("buf", "lint");
    expect(stdout).toBe("");
  });
}

describe("a client project", () => {
  checkProject("my-client", ["--kind", "client"]);
});

describe("an agent project", () => {
  const begun = checkProject("my-agent", ["--kind", "agent", "--methods", "own"], {
    with: withAll ? compilers : outerCompilers,
    probed: false,
  });
  checkGenerated(begun);

  test("has the console at /console with npm run dev", async () => {
    const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
    const started = await begun.project.start(["npm", "run", "dev"], { ready, env: { PORT, GRPC_PORT } });
    const url = `http://localhost:${PORT}/console`;
    expect(started.said()).toContain(`  console         ${url}\n`);
    const location = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
    expect(location).toMatch(/^http:\/\/localhost:\d+\/#token=[\w-]+&agent=http%3A%2F%2Flocalhost%3A\d+$/);
    expect(await (await fetch(location)).text()).toContain("<title>a2agen console</title>");
    await started.stop("SIGINT");
  });

  describe("that runs", () => {
    let started: StartedProject;
    let url: string;
    let grpcPort: string;

    test("says what is served where", async () => {
      const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
      url = `http://localhost:${PORT}`;
      grpcPort = GRPC_PORT;
      started = await begun.project.start(["npm", "start"], { ready, env: { PORT, GRPC_PORT } });
      expect(started.said().slice(started.said().indexOf("My Agent"))).toBe(
        [
          "My Agent 0.1.0",
          `  JSONRPC    1.0  ${url}/a2a`,
          `  HTTP+JSON  1.0  ${url}`,
          `  GRPC       1.0  localhost:${GRPC_PORT}`,
          `  JSONRPC    0.3  ${url}/a2a`,
          `  card            ${url}/.well-known/agent-card.json`,
          "  tasks           in data/tasks",
          "  callers         anyone (set A2A_TOKEN to require a token)",
          "",
        ].join("\n"),
      );
    });

    test.each([
      ["JSONRPC", "1.0"],
      ["HTTP+JSON", "1.0"],
      ["GRPC", "1.0"],
      ["JSONRPC", "0.3"],
    ])("answers a2agen call over %s in %s", async (binding, version) => {
      const args = ["call", url, "send", report, "--binding", binding, "--protocol", version];
      const { stdout } = await begun.project.run("a2agen", ...args);
      expect(stdout).toContain("completed");
      expect(stdout).toContain("about tea");
    });

    test("answers the client of @a2a-js/sdk 1.3.0", async () => {
      const client = await new PeerClientFactory().createFromUrl(url);
      const request = PeerRequest.fromJSON({
        message: { messageId: "peer-1", role: "ROLE_USER", parts: [{ text: report }] },
      });
      const states: string[] = [];
      for await (const { payload } of client.sendMessageStream(request)) {
        if (payload?.$case === "statusUpdate" && payload.value.status !== undefined) {
          states.push(taskStateToJSON(payload.value.status.state));
        }
      }
      expect(states).toEqual(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
    });

    test("answers the client of @a2a-js/sdk 0.3.14", async () => {
      const client = await new OlderClientFactory().createFromUrl(url);
      const states: string[] = [];
      const parts = [{ kind: "text" as const, text: report }];
      const message = { kind: "message" as const, messageId: "older-1", role: "user" as const, parts };
      for await (const event of client.sendMessageStream({ message })) {
        if (event.kind === "status-update") states.push(event.status.state);
      }
      expect(states).toEqual(["working", "completed"]);
    });

    test("is called by a client project", async () => {
      const client = new Project(join(directory, "my-client"), { ...env, AGENT_URL: url });
      const { stdout } = await client.npm("start", "--silent", "--", report);
      expect(stdout).toMatch(/^What there is to know about tea: .*\n$/);
    });

    // These wait: for the directory of another process, and for a lease to lapse.
    test.concurrent("does not start a second time at the same port", async () => {
      const [PORT = ""] = await freePorts(1);
      const env = { PORT, GRPC_PORT: grpcPort, TASKS_DIR: "data/second" };
      await expect(begun.project.start(["node", "dist/main.js"], { ready, env })).rejects.toThrow(
        /^node ended with 1\n/,
      );
    });

    test.concurrent("refuses a second process over its tasks", async () => {
      const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
      const env = { PORT, GRPC_PORT };
      await expect(begun.project.start(["node", "dist/main.js"], { ready, env })).rejects.toThrow(
        /data\/tasks\.lock: held by process \d+ on /,
      );
    });

    test.concurrent("goes on with a task after kill -9, and ends without an error when its container is stopped", async () => {
      const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
      const env = { PORT, GRPC_PORT, TASKS_DIR: "data/killed" };
      const first = await begun.project.start(["node", "dist/main.js"], { ready, env });
      const host = `http://localhost:${PORT}`;
      const rpc = async (method: string, params: object): Promise<unknown> => {
        const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
        const response = await fetch(`${host}/a2a`, { method: "POST", headers, body });
        return ((await response.json()) as { readonly result: unknown }).result;
      };
      const message = {
        messageId: "killed",
        role: "ROLE_USER",
        parts: [{ text: "A long report about tea" }],
      };
      const { task } = (await rpc("SendMessage", {
        message,
        configuration: { returnImmediately: true },
      })) as {
        readonly task: { readonly id: string };
      };
      await first.stop("SIGKILL");
      const second = await begun.project.start(["node", "dist/main.js"], { ready, env });
      expect((await fetch(`${host}/readyz`)).status).toBe(200);
      const stateOf = async (): Promise<unknown> =>
        ((await rpc("GetTask", { id: task.id })) as { readonly status: { readonly state: string } }).status
          .state;
      // expect.poll asks which test runs, of which there are several here.
      await vi.waitUntil(async () => (await stateOf()) === "TASK_STATE_COMPLETED", {
        timeout: 60_000,
        interval: 500,
      });
      expect(await second.stop("SIGTERM")).toBe(0);
    });

    test("stops at Ctrl-C", async () => {
      await started.stop("SIGINT");
      expect(started.said()).toMatch(/\nstopping\n$/);
      await expect(fetch(url)).rejects.toThrow("fetch failed");
    });
  });

  test("compiles with the methods that its author adds to the proto, and hears what is left to implement", async () => {
    const { project } = begun;
    const before = await project.read();
    const proto = join(project.directory, "proto/my_agent/v1/my_agent.proto");
    const text = before["proto/my_agent/v1/my_agent.proto"] ?? "";
    const rpc =
      "  // Counts.\n  rpc CountReports(GetOutlineRequest) returns (stream GetOutlineResponse);\n}\n";
    const service =
      "// Keeps reports.\nservice ArchiveService {\n  // Keeps one.\n  rpc Keep(GetOutlineRequest) returns (GetOutlineResponse);\n}\n";
    await writeFile(proto, `${text.replace(/^\}\n/m, rpc)}\n${service}`);
    expect((await project.run("a2agen", "init", "--update")).stderr.split("\n")).toEqual([
      "src/outline-service.ts: OutlineServiceHandler does not override countReports: calls fail with UNIMPLEMENTED",
      "nothing implements ArchiveService: write a class that extends UnimplementedArchiveService",
      "add implement(ArchiveService, new ArchiveServiceHandler()) to the services of your host",
      "add ArchiveServiceGrpc to the codecs of your gRPC server",
      "",
    ]);
    expect(await project.typecheck("typescript")).toBe("");

    const after = await project.read();
    const touched = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(touched.filter((path) => !path.startsWith("src/gen/"))).toEqual([
      "proto/my_agent/v1/my_agent.proto",
    ]);
    await project.npm("run", "generate");
    expect(await project.read()).toEqual(after);
    // What its tasks do over a restart does not depend on its methods.
    expect((await project.run("tsx", "--test", "test/server.test.ts")).stdout).toMatch(/^# fail 0$/m);
  });

  test("refuses to start with a card that is wrong, and says where", async () => {
    const { project } = begun;
    const path = join(project.directory, "agent-card.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"id": "write-report"', '"id": 7'));
    await expect(
      project.start(["npm", "start"], { ready, env: { TASKS_DIR: "data/unopened" } }),
    ).rejects.toThrow(
      /agent-card\.json: invalid lf\.a2a\.v1\.AgentCard:\n {2}skills\[0\]\.id: expected a string, got 7/,
    );
    // It is said before the tasks are opened.
    expect(await readdir(join(project.directory, "data"))).not.toContain("unopened");
    await writeFile(path, text);
  });

  test.each([
    { env: { PORT: "abc" }, problem: /PORT: expected a port from 1 to 65535; found "abc"/ },
    { env: { A2A_TOKEN: "" }, problem: /A2A_TOKEN: expected a token, found an empty string/ },
  ])("refuses to start with settings that are wrong: $env", async ({ env, problem }) => {
    await expect(begun.project.start(["node", "dist/main.js"], { ready, env })).rejects.toThrow(problem);
  });
});

/** With what the first agent has installed. */
const made = otherAnswers.filter(({ isLong }) => withAll || isLong === undefined);

describe.each(made)("a project with $name", ({ name, flags, probed = true }) => {
  let project: Project;

  test("compiles", async () => {
    project = await scaffold({
      directory,
      name: name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase(),
      flags,
      env,
    });
    await symlink(join(directory, "my-agent/node_modules"), join(project.directory, "node_modules"));
    expect(await project.typecheck("typescript")).toBe("");
  });

  test("passes its tests", async () => {
    expect(await runTests(project, probed)).toMatch(/^# pass [1-9]\d*$/m);
  });
});

describe.runIf(withAll)("an agent project with telemetry", () => {
  const begun = checkProject("my-telemetry", ["--telemetry", "yes", "--store", "memory"], { probed: false });

  test("sends its traces and metrics where OpenTelemetry's variables say, and logs them", async () => {
    const receiver = new OtlpReceiver();
    const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
    const started = await begun.project.start(["node", "dist/main.js"], {
      ready,
      env: { PORT, GRPC_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.listen() },
    });
    await begun.project.run("a2agen", "call", `http://localhost:${PORT}`, "send", report);
    expect(await started.stop("SIGTERM")).toBe(0);

    const call = receiver.spans.find(({ span }) => /^SERVER Send(?:Streaming)?Message$/.test(span));
    expect(call).toMatchObject({ service: "my-telemetry", scope: "@a2agen/otel", failed: false });
    const turn = receiver.spans.find(({ span }) => span === "INTERNAL a2agen.turn");
    expect(turn?.traceId).toBe(call?.traceId);
    expect([...receiver.metrics]).toEqual(expect.arrayContaining(["a2agen.turn.duration"]));
    expect(started.said()).toContain(`"trace_id":"${call?.traceId}"`);
  });

  test("sends nothing without these variables, and ends at once", async () => {
    const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
    const started = await begun.project.start(["node", "dist/main.js"], { ready, env: { PORT, GRPC_PORT } });
    expect(await started.stop("SIGTERM")).toBe(0);
  });
});

describe.runIf(withAll)("an agent project over PostgreSQL", () => {
  const begun = checkProject("my-replicas", ["--kind", "agent", "--store", "postgres"], { probed: false });

  test.each([
    { env: {}, problem: /DATABASE_URL: expected a PostgreSQL, postgres:/ },
    {
      env: { DATABASE_URL: "postgres://localhost:1/tasks" },
      problem: /DATABASE_URL: localhost:1 cannot be used: .*ECONNREFUSED.*; is PostgreSQL running there\?/,
    },
  ])("says what it needs: $env", async ({ env, problem }) => {
    await expect(begun.project.start(["node", "dist/main.js"], { ready, env })).rejects.toThrow(problem);
  });
});

describe.runIf(withAll)("an extension project", () => {
  const begun = checkProject("my-extension", ["--kind", "extension"]);
  checkGenerated(begun);

  test("is a package that an agent project takes in one line", async () => {
    const { project } = begun;
    await project.npm("pack", "--pack-destination", directory);
    const agent = new Project(join(directory, "my-agent"), env);
    await agent.npm("install", join(directory, "my-extension-0.1.0.tgz"));

    const server = join(agent.directory, "src/server.ts");
    const text = await readFile(server, "utf8");
    const mark = "    extensions: [\n";
    const taken = text
      .replace(mark, `${mark}      my({ maxLength: 5 }),\n`)
      .replace("import { execute }", 'import { my } from "my-extension";\nimport { execute }');
    await writeFile(server, taken);
    const card = join(agent.directory, "agent-card.json");
    const { capabilities, ...others } = JSON.parse(await readFile(card, "utf8")) as {
      readonly capabilities: { readonly extensions: readonly object[] };
    };
    const uri = "https://example.com/extensions/my-extension/v1";
    const extensions = [...capabilities.extensions, { uri, params: { maxLength: 5 } }];
    await writeFile(card, JSON.stringify({ ...others, capabilities: { ...capabilities, extensions } }));
    expect(await agent.typecheck("typescript")).toBe("");

    const [PORT = "", GRPC_PORT = ""] = await freePorts(2);
    const started = await agent.start(["npm", "start"], { ready, env: { PORT, GRPC_PORT } });
    const send = async (note: string): Promise<unknown> => {
      const response = await fetch(`http://localhost:${PORT}/message:send`, {
        method: "POST",
        headers: { "A2A-Version": "1.0", "A2A-Extensions": uri, "Content-Type": "application/json" },
        body: JSON.stringify({
          message: {
            messageId: note,
            role: "ROLE_USER",
            parts: [{ text: report }],
            metadata: { [uri]: { note } },
          },
        }),
      });
      await response.text();
      return [response.status, response.headers.get("a2a-extensions")];
    };
    expect([await send("short"), await send("far too long")]).toEqual([
      [200, uri],
      [400, uri],
    ]);
    await started.stop("SIGINT");
  });
});

describe("an agent in an existing project", () => {
  test.each([
    { name: "with TypeScript", manifest: { type: "module", devDependencies: { typescript: "*" } } },
    { name: "without, in CommonJS", manifest: {} },
  ])("$name is installed and answers", async ({ name, manifest }) => {
    const project = new Project(join(directory, name.replaceAll(/\W+/g, "-")), env);
    await mkdir(project.directory);
    await writeFile(join(project.directory, "package.json"), JSON.stringify(manifest));
    await run("npx", ["--yes", "a2agen", "add", "--install"], { directory: project.directory, env });
    const [PORT = ""] = await freePorts(1);
    const started = await project.start(["npm", "run", "agent"], { ready: "listening", env: { PORT } });
    const call = ["--", "a2agen", "call", `http://localhost:${PORT}`, "send", "Hello"];
    const { stdout } = await project.npm("exec", ...call);
    expect(stdout).toContain("Hello");
    const second = project.start(["npm", "run", "agent"], { ready: "listening", env: { PORT } });
    await expect(second).rejects.toThrow(/address already in use \S+; set PORT to a free port\n$/);
    await started.stop("SIGINT");
  });
});

describe("a schema package", () => {
  const begun = checkProject("my-notes", ["--kind", "schema-package"]);
  checkGenerated(begun);

  test("can be published and used", async () => {
    await begun.project.npm("pack", "--pack-destination", directory);
    const consumer = join(directory, "consumer");
    await mkdir(consumer);
    await writeFile(join(consumer, "package.json"), '{ "type": "module" }');
    await npm(consumer, ["install", join(directory, "my-notes-0.1.0.tgz")], env);
    await writeFile(
      join(consumer, "use.ts"),
      `import { NoteCodec, type Note } from "my-notes";
import openapi from "my-notes/openapi/my_notes.v1.openapi-3.1.json" with { type: "json" };
import schema from "my-notes/schemas/my_notes.v1/Note.schema.json" with { type: "json" };
const note: Note = NoteCodec.parse('{ "id": "n-1", "text": "Buy milk" }');
export default [note.text, Object.keys(openapi.paths), Object.keys(schema.properties)];
console.log(import.meta.resolve("my-notes/my-notes.binpb").endsWith("my-notes.binpb"));
`,
    );
    const tsc = join(begun.project.directory, "node_modules/typescript/bin/tsc");
    const options = ["--module", "nodenext", "--target", "es2023", "--strict", "--resolveJsonModule"];
    await run(process.execPath, [tsc, ...options, "--ignoreConfig", "use.ts"], { directory: consumer });
    const { stdout } = await run(process.execPath, ["use.js"], { directory: consumer });
    expect(stdout).toBe("true\n");
  });
});
