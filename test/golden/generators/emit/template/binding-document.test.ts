import { join } from "node:path";
import * as released from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";

const repository = join(import.meta.dirname, "../../../../..");

const shop = `syntax = "proto3";
package shop.v1;
service Shop {
  rpc Buy(Order) returns (Order);
}
message Order {}
`;

let files: FileDescriptorSet;
const protos = ["shop.proto", "a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];

beforeAll(async () => {
  files = await compileProtos({ "shop.proto": shop }, protos);
});

async function documentOf(proto: string): Promise<string> {
  const { error, files: written } = await runPlugin({
    plugin: "protoc-gen-a2a-template",
    parameter: `template=${join(repository, "templates/bindings/websocket")}`,
    files,
    generate: [proto],
  });
  expect(error).toBeUndefined();
  return written[proto.replace(".proto", "_websocket.md")] ?? "";
}

/** What stands behind "<" and ">" in the example. */
function framesOf(document: string): readonly Record<string, unknown>[] {
  const lines = [...document.matchAll(/^[<>] (\{.*\})$/gm)];
  return lines.map(([, text = ""]) => JSON.parse(text) as Record<string, unknown>);
}

describe("the specification of the WebSocket binding", () => {
  test("speaks the dialect of the draft", async () => {
    await expect(await documentOf("a2a/v1/a2a.proto")).toMatchFileSnapshot(
      "../../../../expected/template/a2a_websocket.draft.md",
    );
  });

  test.each([
    { proto: "a2a/v1/a2a.proto", codec: draft.AgentCardCodec, version: "protocolVersion" },
    { proto: "lf/a2a/v1/a2a.proto", codec: released.AgentCardCodec, version: "supportedInterfaces" },
  ])("says the version where cards of $proto say it", async ({ proto, codec, version }) => {
    const [, text = ""] = /## Agent card\n\n```json\n(.*)\n```/.exec(await documentOf(proto)) ?? [];
    const shown = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const more = { name: "", description: "", version: "", capabilities: {}, skills: [] };
    const card = { ...more, defaultInputModes: ["a/b"], defaultOutputModes: ["a/b"], ...shown };
    expect(codec.copy(structuredClone(card))).toEqual(card);
    expect(JSON.stringify(shown[version])).toContain("1.0");
  });

  test.each([
    { proto: "a2a/v1/a2a.proto", codecs: draft },
    { proto: "lf/a2a/v1/a2a.proto", codecs: released },
  ])("has examples that codecs of $proto take", async ({ proto, codecs }) => {
    const frames = framesOf(await documentOf(proto));
    const part = (name: string): readonly unknown[] =>
      frames.flatMap((frame) => (name in frame ? [frame[name]] : []));
    const requests = part("params");
    expect({
      types: frames.map(({ type }) => type),
      params: [codecs.decodeGetTaskRequest(requests[0]), codecs.decodeSubscribeToTaskRequest(requests[1])],
      results: part("result").map((value) => codecs.decodeTask(value)),
      events: part("event").map((value) => codecs.decodeStreamResponse(value)),
    }).toEqual({
      types: ["call", "result", "call", "event", "credit", "event", "end"],
      params: requests,
      results: part("result"),
      events: part("event"),
    });
  });

  test("has no example for a protocol without tasks", async () => {
    const headings = (await documentOf("shop.proto")).match(/^## .*$/gm);
    expect(headings).toEqual([
      "## Connection",
      "## Methods",
      "## Data types",
      "## Service parameters",
      "## Errors",
      "## Streaming",
      "## Authentication",
      "## Agent card",
      "## Differences from the standard bindings",
    ]);
  });
});
