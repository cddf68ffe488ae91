import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { drawTrace } from "../shared/otel/draw-trace.ts";
import { OtlpReceiver, type ReceivedSpan } from "../shared/otel/otlp-receiver.ts";
import { bundleProgram } from "./postgres/bundle-program.ts";

test("a client, a queue, a restart by SIGKILL, three agents in two versions and a webhook make one trace", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-traced-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const program = await bundleProgram(join(import.meta.dirname, "traced-agents.ts"), {
    name: "traced-agents",
    external: ["@electric-sql/pglite", "@opentelemetry/*", "@grpc/grpc-js"],
  });
  const receiver = new OtlpReceiver();
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.listen(),
    // As they end, so that a process that is killed has sent them.
    OTEL_BSP_SCHEDULE_DELAY: "20",
  };
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    const kill = async (): Promise<void> => {
      child.kill("SIGKILL");
      await exited;
    };
    onTestFinished(kill);
    return { lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), exited, kill };
  };
  const serve = async (...args: string[]) => {
    const { lines, kill } = start(...args);
    return { address: String((await lines.next()).value), kill };
  };
  const found = (service: string, span: string): readonly ReceivedSpan[] =>
    receiver.spans.filter((each) => each.service === service && each.span === span);
  const untilCount = async (count: number, service: string, span: string): Promise<void> => {
    await expect.poll(() => found(service, span).length, { timeout: 60_000 }).toBe(count);
  };

  const data = join(directory, "data");
  const { address: originOfC } = await serve("agent-c");
  const [{ address: addressOfB }, before] = await Promise.all([
    serve("agent-b", originOfC),
    serve("agent-a", data),
  ]);
  const { exited } = start("client", before.address);
  expect(await exited).toEqual([0, null]);
  await untilCount(2, "agent-a", "SERVER SendMessage");
  await before.kill();
  expect(found("agent-a", "INTERNAL a2agen.turn")).toEqual([]);

  await serve("agent-a", data, addressOfB);
  await untilCount(2, "agent-a", "INTERNAL a2agen.turn");
  for (const service of ["agent-b", "agent-c"]) await untilCount(1, service, "INTERNAL a2agen.turn");

  const shown = receiver.spans.filter(({ span }) => !span.endsWith("a2agen.append"));
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(treeOf(shown)).toEqual([
    "client INTERNAL ask",
    "  client CLIENT SendMessage (hang)",
    "    agent-a SERVER SendMessage (hang)",
    // Begins again, and is linked to its call.
    "      agent-a INTERNAL a2agen.turn (hang, attempt 2, 1 link)",
    "  client CLIENT SendMessage (work)",
    "    agent-a SERVER SendMessage (work)",
    "      agent-a INTERNAL a2agen.turn (work, attempt 1)",
    "        agent-a INTERNAL a2agen.step",
    "          agent-a CLIENT SendMessage (to-b)",
    "            agent-b SERVER SendMessage (to-b)",
    "              agent-b INTERNAL a2agen.turn (to-b, attempt 1)",
    "                agent-b CLIENT SendMessage (to-c)",
    "                  agent-c SERVER SendMessage (to-c)",
    "                    agent-c CLIENT a2agen.delivery (attempt 1)",
    "                      agent-b SERVER a2agen.receipt",
    "                    agent-c INTERNAL a2agen.turn (to-c, attempt 1)",
  ]);
  expect(receiver.spans.filter(({ failed }) => failed)).toEqual([]);
  const versions = shown.map(({ attributes }) => attributes["a2a.protocol.version"]);
  expect(new Set(versions)).toEqual(new Set(["1.0", "0.3", undefined]));

  const path = join(import.meta.dirname, "../../docs/one-trace.svg");
  if (process.env["RECORD"] === "1") await writeFile(path, drawTrace(receiver.spans));
});

/** The spans with their services, below their parents, in the order of their text. */
function treeOf(spans: readonly ReceivedSpan[]): readonly string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | undefined, indent: string): readonly string[] =>
    spans
      .filter((span) => (ids.has(span.parent ?? "") ? span.parent : undefined) === parent)
      .map((span) => ({ span, line: lineOf(span) }))
      .toSorted((one, other) => (one.line < other.line ? -1 : 1))
      .flatMap(({ span, line }) => [`${indent}${line}`, ...below(span.spanId, `${indent}  `)]);
  return below(undefined, "");
}

function lineOf({ service, span, attributes, links }: ReceivedSpan): string {
  const { "a2a.message.id": message, "a2agen.attempt": attempt } = attributes;
  const told = [
    ...(message === undefined ? [] : [message]),
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(links.length === 0 ? [] : [`${links.length} link`]),
  ];
  return `${service} ${span}${told.length === 0 ? "" : ` (${told.join(", ")})`}`;
}
