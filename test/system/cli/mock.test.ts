import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { A2AService } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { expect, onTestFinished, test } from "vitest";
import { say } from "../../shared/mock/start-mock.ts";
import { a2agen, startA2agen } from "../../shared/process/start-a2agen.ts";

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-mock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("mock serves a scenario until SIGTERM, and writes each call to standard error", async () => {
  const scenario = join(await createFolder(), "scenario.yaml");
  await writeFile(scenario, "rules:\n  - answer:\n      - message: Hello from the mock.\n");
  const command = spawn(process.execPath, [a2agen, "mock", scenario]);
  onTestFinished(() => void command.kill("SIGKILL"));
  const ended = once(command, "exit");
  const errors: string[] = [];
  createInterface(command.stderr).on("line", (line) => errors.push(line));
  const [line] = (await once(createInterface(command.stdout), "line")) as [string];
  const { client, close } = await connect(A2AService, line.replace("mock ", ""), { bindings: [jsonRpc()] });
  expect(await client.sendMessage(say("hi"))).toMatchObject({
    message: { parts: [{ text: "Hello from the mock." }] },
  });
  await close();
  command.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(errors).toEqual(["SendMessage in 1.0 over JSONRPC"]);
});

test("mock says where a scenario is wrong", async () => {
  const directory = await createFolder();
  await writeFile(join(directory, "scenario.yaml"), "rules:\n  - answer:\n      - mesage: hi\n");
  expect(await startA2agen(["mock", "scenario.yaml"], { directory })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      'scenario.yaml:3:9: rules[0].answer[0].mesage: expected one of the keys message, task, artifact, question, error, delay, cut, malformed, found "mesage"',
    ),
  });
});

test.each([
  { args: ["mock"], said: "SOURCE" },
  { args: ["mock", "a.yaml", "b.yaml"], said: "SOURCE: expected one file; found 2" },
  { args: ["mock", "none.yaml"], said: "none.yaml" },
  { args: ["mock", "a.yaml", "--binding", "GRPC"], said: "--binding: GRPC has a port of its own" },
])("a2agen $args is refused", async ({ args, said }) => {
  const { status, stderr } = await startA2agen(args, { directory: await createFolder() });
  expect(status).not.toBe(0);
  expect(stderr).toContain(said);
});
