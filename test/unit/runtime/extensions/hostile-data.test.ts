import type { Message } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { GeolocationExtension, geolocation, positionOf } from "../../../../examples/geolocation/src/index.ts";
import { thorough } from "../../../shared/runs.ts";
import { answer, bindingNames, say, startAgent } from "./start-agent.ts";

const { uri } = GeolocationExtension;
const where = geolocation();
const good = { latitude: 37.7749, longitude: -122.4194 };

function start(): ReturnType<typeof startAgent> {
  return startAgent({
    extensions: [where],
    declared: [where.declaration],
    handler: {
      async sendMessage({ message }, context) {
        const position = positionOf(message, context);
        return { message: answer({ found: Object.keys(position ?? {}), own: Object.keys(good) }) };
      },
    },
  });
}

function withData(data: unknown, more: object = {}): ReturnType<typeof say> {
  const request = say("Find restaurants near me");
  request.message.metadata = { ...more, [uri]: data } as NonNullable<Message["metadata"]>;
  return request;
}

describe.each(bindingNames)("data of an extension over %s", (binding) => {
  const open = async () => {
    const agent = await start();
    const { client } = await agent.connect(binding, { extensions: [GeolocationExtension] });
    const found = async (request: ReturnType<typeof say>): Promise<unknown> => {
      const { message } = await client.sendMessage(request);
      return (message?.parts[0]?.data as { readonly found: unknown } | undefined)?.found;
    };
    return { client, found, hidden: agent.hidden };
  };

  test("that is nested deeply is refused, and the next call is answered", async () => {
    const { client, found, hidden } = await open();
    let deep: unknown = good;
    for (let i = 0; i < 500; i++) deep = { latitude: deep };
    await expect(client.sendMessage(withData(deep))).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
    expect(await found(withData(good))).toEqual(["latitude", "longitude"]);
    expect(hidden).toEqual([]);
  });

  test("that is huge is read or refused in bounds", { tags: "thorough" }, async () => {
    const { client, found } = await open();
    const many = thorough ? 50_000 : 10_000;
    const fields = Object.fromEntries(Array.from({ length: many }, (_, i) => [`unknown${i}`, i]));
    expect(await found(withData({ ...fields, ...good }))).toHaveLength(many + 2);
    // Half as many, since a server over HTTP reads no more than 100,000 values of a body.
    const list = Array.from({ length: many / 2 }, () => good);
    const error = await client.sendMessage(withData(list)).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ status: "INVALID_ARGUMENT" });
    expect((error as Error).message.length).toBeLessThan(1000);
  });

  test("at keys that are nearly its own is not its data", async () => {
    const { found } = await open();
    const others = [
      `${uri}/`,
      `${uri}/latitude`,
      `${uri}2`,
      uri.toUpperCase(),
      "latitude",
      "https://example.com",
    ];
    const request = say("Find restaurants near me");
    request.message.metadata = Object.fromEntries(others.map((key) => [key, "wrong"]));
    expect(await found(request)).toEqual([]);
  });

  test("under names of prototypes is data like any other", async () => {
    const { found } = await open();
    const odd = JSON.parse('{"__proto__": {"latitude": 1}, "constructor": {"prototype": 1}}') as object;
    const data = JSON.parse('{"__proto__": {"polluted": true}, "latitude": 1, "longitude": 2}') as object;
    expect(await found(withData(data, odd))).toEqual(expect.arrayContaining(["latitude", "longitude"]));
    const lacking = JSON.parse('{"__proto__": {"latitude": 1}, "longitude": 2}') as object;
    await expect(found(withData(lacking))).rejects.toMatchObject({
      violations: [{ field: `message.metadata["${uri}"].latitude`, description: "required" }],
    });
    expect({}).not.toHaveProperty("polluted");
  });
});
