import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import type { ErrorRow, Method } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { closeCodes, subprotocolOf } from "../../../../packages/runtime/src/websocket/frames.ts";

const read = (): Promise<string> =>
  readFile(join(import.meta.dirname, "../../../websocket/generated/lf/a2a/v1/a2a_websocket.md"), "utf8");

test("the document has every subject that section 12 of the draft asks for", async () => {
  const headings = (await read()).match(/^##? .*$/gm);
  expect(headings).toEqual([
    "# WebSocket binding of `lf.a2a.v1`",
    "## Connection",
    "## Methods",
    "## Data types",
    "## Service parameters",
    "## Errors",
    "## Streaming",
    "## Authentication",
    "## Agent card",
    "## Example",
    "## Differences from the standard bindings",
  ]);
});

test("the document names every method, error, parameter and close code", async () => {
  const text = await read();
  const methods: readonly Method[] = Object.values(A2AService.methods);
  const errors: readonly (readonly [string, ErrorRow])[] = Object.entries(A2AService.protocol.errors);
  const rows = [
    ...methods.map(({ name }) => `| \`${name}\` |`),
    ...errors.map(
      ([name, { grpc, reason, description }]) => `| ${name} | ${grpc} | \`${reason}\` | ${description} |`,
    ),
    "| `A2A-Version` |",
    "| `A2A-Extensions` |",
    ...Object.values(closeCodes).map((code) => `| ${code} |`),
    `\`${subprotocolOf(A2AService.protocol)}\``,
  ];
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});
