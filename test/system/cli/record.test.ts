import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatRecording, parseRecording } from "../../../packages/exchange/src/recording.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";
import { useDirectory } from "../../shared/use-directory.ts";
import { startAgent } from "./call/start-agent.ts";

const directory = await useDirectory("a2agen-record-command-");

/** A recording of a stream and of a task that is not there. */
async function record(name: string, words = "Hello"): Promise<string> {
  const { call } = await startAgent();
  const file = join(directory, name);
  await call(["stream", words, "--record", file]);
  await call(["get", "no-such-task", "--record", file, "--binding", "HTTP+JSON"]);
  return file;
}

const plain = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/[\d.]+ ms/g, "N ms")
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
    .replaceAll(/"(messageId|timestamp)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(directory, "DIR");

test("show writes a timeline", async () => {
  const { status, stdout } = await runA2agen(["record", "show", await record("show.jsonl")]);
  expect(status).toBe(0);
  expect(
    plain(stdout).replaceAll(/(> |< N ms {2}).{60}.*/g, (line) => `${line.slice(0, 60)}…`),
  ).toMatchInlineSnapshot(`
    "TIME  GET /.well-known/agent-card.json  http://HOST/.well-known/agent-card.json  200  N ms
          < N ms  {"name":"Test agent","description":"Does what the te…
    TIME  SendStreamingMessage  JSONRPC  a2a-1.0  http://HOST/rpc  200  N ms
          > {"message":{"messageId":"…","role":"ROLE_USER","parts":[{"…
          < N ms  {"task":{"id":"task-10","contextId":"context-1","sta…
          < N ms  {"artifactUpdate":{"taskId":"task-10","contextId":"c…
          < N ms  {"statusUpdate":{"taskId":"task-10","contextId":"con…
    TIME  GET /.well-known/agent-card.json  http://HOST/.well-known/agent-card.json  200  N ms
          < N ms  {"name":"Test agent","description":"Does what the te…
    TIME  GetTask  HTTP+JSON  a2a-1.0  http://HOST/rest/tasks/no-such-task  404  N ms
          > {"id":"no-such-task"}
          < N ms  {"error":{"code":404,"status":"NOT_FOUND","message":…
    "
  `);
});

test("show makes the same page each time, of several recordings", async () => {
  const files = [await record("page.jsonl"), await record("page-2.jsonl", "Bonjour")];
  const [page, again] = [join(directory, "page.html"), join(directory, "again.html")];
  const { status, stderr } = await runA2agen(["record", "show", ...files, "--html", page]);
  expect([status, stderr]).toEqual([0, `${page}: 8 exchanges\n`]);
  await runA2agen(["record", "show", ...files, "--html", again]);
  const html = await readFile(page, "utf8");
  expect(await readFile(again, "utf8")).toBe(html);
  const text = html.replaceAll(/<title>[^<]*|<style>[^<]*|<[^>]+>/g, " ");
  expect(text).toMatch(/8 exchanges with 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ in /);
  expect(text).toContain("Bonjour");
  expect(html.match(/<section class="exchange">/g)?.length).toBe(8);
  expect(html).not.toMatch(/<script|(?:href|src)=/);
});

test("what is converted to HAR and back has the same requests and answers", async () => {
  const file = await record("convert.jsonl");
  const [har, back] = [join(directory, "convert.har"), join(directory, "back.jsonl")];
  expect((await runA2agen(["record", "convert", file, "--out", har])).stderr).toBe(`${har}: 4 exchanges\n`);
  await runA2agen(["record", "convert", har, "--out", back]);
  const [before, after] = await Promise.all(
    [file, back].map(async (path) => parseRecording(await readFile(path, "utf8"))),
  );
  const bodies = (exchanges: typeof before): unknown =>
    exchanges?.map(({ request, answer }) => [
      request.url,
      request.body?.text,
      answer?.status,
      answer?.frames?.map(({ bytes }) => bytes.text),
    ]);
  expect(bodies(after)).toEqual(bodies(before));
});

test("two runs mean the same, whatever their identifiers; a changed answer is found", async () => {
  const [one, other] = [await record("one.jsonl"), await record("other.jsonl")];
  expect(await runA2agen(["record", "diff", one, other])).toEqual({ status: 0, stdout: "", stderr: "" });
  const changed = formatRecording(parseRecording(await readFile(other, "utf8"))).replaceAll(
    "TASK_STATE_COMPLETED",
    "TASK_STATE_FAILED",
  );
  await writeFile(other, changed);
  const { status, stdout } = await runA2agen(["record", "diff", one, other]);
  expect(status).toBe(1);
  expect(plain(stdout)).toMatchInlineSnapshot(`
    "SendStreamingMessage at TIME and TIME
      events[3].statusUpdate.status.state: "TASK_STATE_COMPLETED" became "TASK_STATE_FAILED"
    "
  `);
  const json = await runA2agen(["record", "diff", one, other, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    name: "SendStreamingMessage",
    differences: [{ one: "TASK_STATE_COMPLETED", other: "TASK_STATE_FAILED" }],
  });
});

test.each([
  [["record", "show", "missing.jsonl"], 1, "missing.jsonl: ENOENT"],
  [["record", "diff", "one"], 2, "expected two recordings; found 1"],
  [["record", "convert", "one"], 2, "expected --out FILE"],
] as const)("%s says what is wrong", async (args, status, message) => {
  const result = await runA2agen(args);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(message);
});
