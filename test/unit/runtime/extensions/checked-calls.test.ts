import type { A2AService, Message, SendMessageRequest } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { GeolocationExtension } from "../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";
import { collect } from "../../../shared/collect.ts";
import { bindingNames, say, startAgent } from "./start-agent.ts";

const { uri } = GeolocationExtension;
const extensions = [{ extension: GeolocationExtension }];

const wrong = { [uri]: { latitude: "north", longitude: 2 } };
const problem = {
  field: `message.metadata["${uri}"].latitude`,
  description: 'expected a finite number, got "north"',
};

function sayWith(metadata: Message["metadata"]): SendMessageRequest {
  const { message } = say("here");
  return { message: { ...message, ...(metadata !== undefined && { metadata }) } };
}

/** An agent that answers with the metadata of what it was sent, or with the wrong one. */
const echo: Partial<A2AService> = {
  async sendMessage({ message: { metadata, parts } }) {
    const data = parts[0]?.text === "wrong" ? wrong : metadata;
    const answer: Message = { messageId: "answer", role: "ROLE_AGENT", parts: [{ text: "" }] };
    return { message: { ...answer, ...(data !== undefined && { metadata: data }) } };
  },
  async *sendStreamingMessage(_request) {
    yield { message: { messageId: "answer", role: "ROLE_AGENT", parts: [{ text: "" }], metadata: wrong } };
  },
};

describe.each(bindingNames)("over %s", (binding) => {
  test("a client does not send wrong data of an extension that it knows", async () => {
    const agent = await startAgent({ extensions, handler: echo });
    const { client } = await agent.connect(binding, {
      extensions: [GeolocationExtension],
      checkExtensions: true,
    });
    const refused = { status: "INVALID_ARGUMENT", origin: "client", violations: [problem] };
    await expect(client.sendMessage(sayWith(wrong))).rejects.toMatchObject(refused);
    await expect(collect(client.sendStreamingMessage(sayWith(wrong)))).rejects.toMatchObject(refused);
    const right = { [uri]: { latitude: 1, longitude: 2 } };
    expect((await client.sendMessage(sayWith(right))).message?.metadata).toEqual(right);
  });

  test("wrong data in an answer is an error of the agent, which is told where", async () => {
    const agent = await startAgent({ extensions, handler: echo });
    const { client } = await agent.connect(binding, { extensions: [GeolocationExtension] });
    await expect(client.sendMessage(say("wrong"))).rejects.toMatchObject({ status: "INTERNAL" });
    await expect(collect(client.sendStreamingMessage(say("")))).rejects.toMatchObject({ status: "INTERNAL" });
    const found = `wrong data of ${uri}: message.metadata["${uri}"].latitude: expected a finite number, got "north" [type]`;
    expect(agent.hidden).toEqual([
      new TypeError(`the handler of SendMessage returned ${found}`),
      new TypeError(`the handler of SendStreamingMessage yielded ${found}`),
    ]);
    // What is not active is not looked at.
    const plain = await agent.connect(binding);
    expect((await plain.client.sendMessage(say("wrong"))).message?.metadata).toEqual(wrong);
  });

  test("a client refuses an answer with wrong data of an extension that is active", async () => {
    const agent = await startAgent({
      extensions: extensions.map((support) => ({ ...support, validate: false })),
      handler: echo,
    });
    const { client } = await agent.connect(binding, {
      extensions: [GeolocationExtension],
      checkExtensions: true,
    });
    const refused = {
      name: "InvalidAgentResponseError",
      origin: "client",
      message: `SendMessage returned wrong data of ${uri}: message.metadata["${uri}"].latitude: expected a finite number, got "north" [type]`,
    };
    await expect(client.sendMessage(say("wrong"))).rejects.toMatchObject(refused);
    await expect(collect(client.sendStreamingMessage(say("")))).rejects.toMatchObject({
      name: "InvalidAgentResponseError",
    });
  });
});

test("an extension that no header asks for is checked wherever its data is", async () => {
  const always = { ...GeolocationExtension, activation: "none" } as const;
  const agent = await startAgent({ extensions: [{ extension: always }], handler: echo });
  const { client, extensions: asked, warnings } = await agent.connect("JSONRPC", { extensions: [always] });
  expect([asked, warnings]).toEqual([[], []]);
  await expect(client.sendMessage(sayWith(wrong))).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [problem],
  });
});
