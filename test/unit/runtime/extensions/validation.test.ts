import { A2AService, type Message, type Part } from "@a2agen/a2a-1.0";
import { type Part as DraftPart, A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import type { JsonObject } from "@a2agen/runtime";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { GeolocationExtension } from "../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";
import { listen } from "../../../shared/http/listen.ts";
import { bindingNames, cardWith, reporter, say, startAgent } from "./start-agent.ts";

const { uri } = GeolocationExtension;
const active = { extensions: [uri] };
const place = { latitude: 1, longitude: 2 };
const key = `message.metadata["${uri}"]`;

function sayWith(data: unknown, parts: [Part, ...Part[]] = [{ text: "here" }]): { message: Message } {
  const { message } = say("");
  return { message: { ...message, parts, metadata: { [uri]: data as JsonObject } } };
}

describe.each(bindingNames)(
  "over %s, an active extension is validated without a check of its author",
  (binding) => {
    test.each([
      {
        name: "data of a wrong type",
        request: sayWith({ latitude: "north", longitude: 2 }),
        violations: [{ field: `${key}.latitude`, description: 'expected a finite number, got "north"' }],
      },
      {
        name: "data without a required field",
        request: sayWith({ latitude: 1 }),
        violations: [{ field: `${key}.longitude`, description: "required" }],
      },
      {
        name: "data that is no object",
        request: sayWith(7),
        violations: [{ field: key, description: "expected an object, got 7" }],
      },
      {
        name: "a part that the profile does not allow",
        request: sayWith(place, [{ text: "a" }, { url: "https://example.com/a" }]),
        violations: [{ field: "message.parts[1]", description: `expected text or data (${uri})` }],
      },
      {
        name: "more parts than the profile allows, without data",
        request: {
          message: { ...say("").message, parts: Array.from({ length: 11 }, () => ({ text: "a" })) },
        },
        violations: [{ field: "message.parts", description: `expected at most 10, found 11 (${uri})` }],
      },
    ])("$name is refused", async ({ request, violations }) => {
      const { client } = await (
        await startAgent({ extensions: [{ extension: GeolocationExtension }] })
      ).connect(binding);
      await expect(client.sendMessage(request, active)).rejects.toMatchObject({
        status: "INVALID_ARGUMENT",
        violations,
      });
      const stream = client.sendStreamingMessage(request, active);
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ violations });
      expect(await client.sendMessage(request)).toHaveProperty("message");
    });
  },
);

test("right data goes through, and a check of the author comes on top", async () => {
  const seen: unknown[] = [];
  const check = ({ request }: { request: unknown }): number => seen.push(request);
  const agent = await startAgent({
    extensions: [{ extension: GeolocationExtension, check: (call) => void check(call) }],
  });
  const { client } = await agent.connect("JSONRPC");
  expect(await client.sendMessage(sayWith(place), active)).toHaveProperty("message");
  await client.sendMessage(sayWith("no"), active).catch(() => undefined);
  expect(seen).toHaveLength(1);
});

test("an author may turn it off", async () => {
  const agent = await startAgent({ extensions: [{ extension: GeolocationExtension, validate: false }] });
  const { client } = await agent.connect("JSONRPC");
  expect(await client.sendMessage(sayWith("no"), active)).toHaveProperty("message");
});

describe("a host whose card declares params", () => {
  const make = (params: object | undefined, validate?: boolean) => () =>
    createHost({
      services: [implement(A2AService, reporter)],
      card: cardWith(
        [{ uri, ...(params && { params: params as never }) }],
        "https://agent.example.com",
        "JSONRPC",
      ),
      extensions: [{ extension: GeolocationExtension, ...(validate !== undefined && { validate }) }],
    });

  test("that are right is made", () => {
    expect(make({ maxAccuracy: 5 })).not.toThrow();
  });

  test("that are wrong is not made", () => {
    expect(make({ maxAccuracy: "five" })).toThrow(
      `card: the declaration of ${uri} in capabilities.extensions is not right: params.maxAccuracy: expected`,
    );
    expect(make({ maxAccuracy: "five" }, false)).not.toThrow();
  });
});

test("a host of the draft validates the data of an extension whose proto is of 1.0", async () => {
  const host = createHost({
    services: [
      implement(DraftService, {
        sendMessage: async () => ({ message: { messageId: "a", role: "agent", parts: [{ text: "" }] } }),
      }),
    ],
    extensions: [{ extension: GeolocationExtension }],
  });
  const { url } = await listen(toNodeListener(createHttpHandler(host, { jsonRpc: "/" })));
  const client = createClient(DraftService, createJsonRpcTransport(DraftService.protocol, { url }));
  const request = (data: JsonObject, parts: [DraftPart]) => ({
    message: { messageId: "m", role: "user" as const, parts, metadata: { [uri]: data } },
  });
  await expect(
    client.sendMessage(request({ latitude: 1 }, [{ text: "here" }]), active),
  ).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [{ field: `${key}.longitude`, description: "required" }],
  });
  const file = request(place, [{ file: { fileWithUri: "https://example.com/a" } }]);
  expect(await client.sendMessage(file, active)).toHaveProperty("message");
});
