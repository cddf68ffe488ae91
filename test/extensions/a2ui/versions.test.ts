import type { A2AService, Message } from "@a2agen/a2a-1.0";
import {
  A2ui08Extension,
  A2ui09Extension,
  A2ui091Extension,
  A2uiExtension,
  versionFor,
} from "@a2agen/ext-a2ui";
import type { Component } from "@a2agen/ext-a2ui/v1_0";
import { describe, expect, test } from "vitest";
import { bindingNames, startAgent } from "../../unit/runtime/extensions/start-agent.ts";

const catalogId = "https://ui.example/catalog.json";
const supported = { supportedCatalogIds: [catalogId] };
const all = [A2uiExtension, A2ui091Extension, A2ui09Extension, A2ui08Extension];

/** Shows a surface in the version that the client renders. */
const agent: Partial<A2AService> = {
  async sendMessage({ message }, { activated }) {
    const answer: Message = { messageId: "a", role: "ROLE_AGENT", parts: [{ text: "Trains" }] };
    switch (versionFor(message, { activated })) {
      case "1.0":
        A2uiExtension.toRenderer.set(answer, [
          { version: "v1.0", createSurface: { surfaceId: "s", catalogId } },
        ]);
        break;
      case "0.9.1":
        A2ui091Extension.toRenderer.set(answer, [
          { version: "v0.9.1", createSurface: { surfaceId: "s", catalogId } },
        ]);
        break;
      case "0.9":
        A2ui09Extension.toRenderer.set(answer, [
          { version: "v0.9", createSurface: { surfaceId: "s", catalogId } },
        ]);
        break;
      case "0.8":
        A2ui08Extension.toRenderer.set(answer, [{ beginRendering: { surfaceId: "s", root: "r" } }]);
        break;
      case undefined:
    }
    return { message: answer };
  },
};

const newer = { metadata: { mimeType: "application/a2ui+json" }, mediaType: "application/a2ui+json" };
const older = { metadata: { mimeType: "application/json+a2ui" }, mediaType: "application/json+a2ui" };

describe.each(bindingNames)("over %s, one server answers by what the client says", (binding) => {
  const say = (metadata: NonNullable<Message["metadata"]>): Message => ({
    messageId: "m",
    role: "ROLE_USER",
    parts: [{ text: "Trains?" }],
    metadata,
  });
  test.each([
    {
      what: "1.0, without a request",
      asks: [],
      metadata: { a2uiRendererCapabilities: { "v1.0": supported } },
      shown: { data: [{ version: "v1.0", createSurface: { surfaceId: "s", catalogId } }], ...newer },
    },
    {
      what: "0.9.1, whose capabilities are those of 0.9",
      asks: [A2ui091Extension],
      metadata: { a2uiClientCapabilities: { "v0.9": supported } },
      shown: { data: [{ version: "v0.9.1", createSurface: { surfaceId: "s", catalogId } }], ...newer },
    },
    {
      what: "0.9",
      asks: [A2ui09Extension],
      metadata: { a2uiClientCapabilities: { "v0.9": supported } },
      shown: { data: [{ version: "v0.9", createSurface: { surfaceId: "s", catalogId } }], ...newer },
    },
    {
      what: "0.8, which has to be asked for",
      asks: [A2ui08Extension],
      metadata: { a2uiClientCapabilities: supported },
      shown: { data: { beginRendering: { surfaceId: "s", root: "r" } }, ...older },
    },
    {
      what: "several versions, of which the newest is shown",
      asks: [A2ui08Extension, A2uiExtension],
      metadata: { a2uiClientCapabilities: supported, a2uiRendererCapabilities: { "v1.0": supported } },
      shown: { data: [{ version: "v1.0", createSurface: { surfaceId: "s", catalogId } }], ...newer },
    },
    { what: "none", asks: [], metadata: { other: 1 }, shown: undefined },
    {
      what: "capabilities that are wrong",
      asks: [A2uiExtension],
      metadata: { a2uiRendererCapabilities: { "v1.0": { supportedCatalogIds: 1 } } },
      shown: undefined,
    },
    {
      what: "0.8 without a request",
      asks: [],
      metadata: { a2uiClientCapabilities: supported },
      shown: undefined,
    },
  ])("$what", async ({ asks, metadata, shown }) => {
    const started = await startAgent({
      extensions: all.map((extension) => ({ extension })),
      declared: all.map((extension) => extension.declare()),
      handler: agent,
    });
    const { client } = await started.connect(binding, { extensions: asks, checkExtensions: true });
    const { message } = await client.sendMessage({ message: say(metadata) });
    expect(message?.parts).toEqual([{ text: "Trains" }, ...(shown === undefined ? [] : [shown])]);
    expect(started.hidden).toEqual([]);
  });
});

test("a component has what all have, and what its catalog adds", () => {
  // What the schema closes by "unevaluatedProperties", the placeholder of the catalog opens.
  const component: Component = { id: "title", component: "Text", text: "Trains" };
  const message: Message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "" }] };
  A2uiExtension.toRenderer.set(message, [
    { version: "v1.0", updateComponents: { surfaceId: "s", components: [component] } },
  ]);
  expect(A2uiExtension.toRenderer.get(message)?.[0]).toMatchObject({
    updateComponents: { components: [component] },
  });
});
