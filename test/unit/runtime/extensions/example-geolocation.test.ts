import type { Message, SendMessageResponse } from "@a2agen/a2a-1.0";
import type { CallContext } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import {
  type Geolocation,
  GeolocationExtension,
  geolocation,
  positionOf,
} from "../../../../examples/geolocation/src/index.ts";
import { bindingNames, say, startAgent } from "./start-agent.ts";

const { uri } = GeolocationExtension;
const where = geolocation({ maxAccuracy: 5000 });

/** Answers with the position that it sees. */
const guide = {
  async sendMessage({ message }: { message: Message }, context: CallContext): Promise<SendMessageResponse> {
    const position = positionOf(message, context);
    const data = position === undefined ? "no position" : { ...position };
    return { message: { messageId: "answer", role: "ROLE_AGENT", parts: [{ data }] } };
  },
  async *sendStreamingMessage(
    request: { message: Message },
    context: CallContext,
  ): AsyncGenerator<SendMessageResponse> {
    yield await this.sendMessage(request, context);
  },
};

const ofSpecification: Geolocation = {
  latitude: 37.7749,
  longitude: -122.4194,
  accuracy: 10,
  timestamp: "2025-10-21T14:30:00Z",
};

describe.each(bindingNames)("geolocation over %s", (binding) => {
  const open = async () => {
    const agent = await startAgent({
      handler: guide,
      extensions: [where],
      declared: [where.declaration],
    });
    return agent.connect(binding, { extensions: [GeolocationExtension] });
  };

  test("the client reads what the agent says of it, and the agent where the client is", async () => {
    const { card, client, extensions } = await open();
    expect(extensions).toEqual([uri]);
    expect(GeolocationExtension.paramsIn(card.capabilities.extensions)).toEqual({ maxAccuracy: 5000 });
    const request = say("Find restaurants near me");
    GeolocationExtension.set(request.message, ofSpecification);
    expect(request.message.extensions).toEqual([uri]);
    const active: unknown[] = [];
    const { message } = await client.sendMessage(request, { onActivated: (uris) => active.push(uris) });
    expect({ parts: message?.parts, active }).toEqual({
      parts: [{ data: ofSpecification }],
      active: [[uri]],
    });
    for await (const event of client.sendStreamingMessage(request)) {
      expect(event.message?.parts).toEqual([{ data: ofSpecification }]);
    }
  });

  test("a message without a position is answered as one", async () => {
    const { client } = await open();
    const { message } = await client.sendMessage(say("Find restaurants"));
    expect(message?.parts).toEqual([{ data: "no position" }]);
  });

  test.each<readonly [string, unknown, readonly string[]]>([
    ["what is no object", 7, [""]],
    ["a text for a number", { latitude: "north", longitude: 1 }, [".latitude"]],
    ["one coordinate", { latitude: 1 }, [".longitude"]],
    ["degrees that there are not", { latitude: 90.5, longitude: -181 }, [".latitude", ".longitude"]],
    ["numbers that are none", { latitude: "NaN", longitude: "Infinity" }, [".latitude", ".longitude"]],
    ["too great a radius", { ...ofSpecification, accuracy: 5001 }, [".accuracy"]],
    ["a negative radius", { ...ofSpecification, accuracy: -1 }, [".accuracy"]],
    ["a time that is none", { ...ofSpecification, timestamp: "now" }, [".timestamp"]],
  ])("%s is refused, and told by its place in the request", async (_name, data, fields) => {
    const { client } = await open();
    const request = say("Find restaurants near me");
    request.message.metadata = { [uri]: data } as NonNullable<Message["metadata"]>;
    const places = fields.map((field) => ({ field: `message.metadata["${uri}"]${field}` }));
    const refusal = { status: "INVALID_ARGUMENT", violations: places };
    await expect(client.sendMessage(request)).rejects.toMatchObject(refusal);
    const stream = client.sendStreamingMessage(request);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal);
  });

  test("a client that does not ask for it is answered as if it were not there", async () => {
    const agent = await startAgent({ handler: guide, extensions: [where], declared: [where.declaration] });
    const { client } = await agent.connect(binding);
    const request = say("Find restaurants near me");
    request.message.metadata = { [uri]: "wrong" };
    const { message } = await client.sendMessage(request);
    expect(message?.parts).toEqual([{ data: "no position" }]);
  });
});

test("an agent cannot declare params that are none", () => {
  expect(() => geolocation({ maxAccuracy: "far" as unknown as number })).toThrow("params.maxAccuracy");
});
