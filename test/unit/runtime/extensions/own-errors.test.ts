import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { AgentCard, Message } from "@a2agen/a2a-1.0";
import { A2AService } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { defineExtension, type ExtensionErrors } from "@a2agen/runtime/extensions";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { CallError } from "@a2agen/runtime/service";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../shared/http/listen.ts";
import { bindingNames, cardWith, say, startAgent } from "./start-agent.ts";

type Names = "PARCEL_LOST" | "PARCEL_LATE";

const Parcels = defineExtension<never, never, Message, Names>({
  uri: "https://example.com/ext/parcels/v1",
  kind: "profile",
  description: "",
  required: false,
  dependencies: [],
  errors: {
    PARCEL_LOST: { status: "NOT_FOUND", http: 410, jsonRpc: -32300, description: "The parcel is lost." },
    // Without a code of its own: JSON-RPC has that of the status, as many other errors do.
    PARCEL_LATE: { status: "FAILED_PRECONDITION", http: 409, description: "The parcel is late." },
  },
}) satisfies ExtensionErrors<Names>;

const thrown = {
  lost: () => Parcels.error("PARCEL_LOST"),
  late: () => Parcels.error("PARCEL_LATE", "The parcel comes tomorrow."),
  other: () => new CallError("FAILED_PRECONDITION", "The agent is closed."),
};

test.each(bindingNames)(
  "an agent throws errors of an extension, and clients tell them over %s",
  async (binding) => {
    const agent = await startAgent({
      extensions: [{ extension: Parcels }],
      handler: {
        async sendMessage({ message }) {
          throw thrown[(message.parts[0]?.text ?? "") as keyof typeof thrown]();
        },
      },
    });
    const { client } = await agent.connect(binding, { extensions: [Parcels] });
    const failWith = async (text: keyof typeof thrown) => {
      const error: unknown = await client.sendMessage(say(text)).catch((caught: unknown) => caught);
      const { message, status, reason } = error as CallError;
      return {
        error: { message, status, reason },
        any: Parcels.isError(error),
        isLost: Parcels.isError(error, "PARCEL_LOST"),
        isLate: Parcels.isError(error, "PARCEL_LATE"),
      };
    };
    expect(await failWith("lost")).toEqual({
      error: { message: "The parcel is lost.", status: "NOT_FOUND", reason: "PARCEL_LOST" },
      any: true,
      isLost: true,
      isLate: false,
    });
    expect(await failWith("late")).toEqual({
      error: { message: "The parcel comes tomorrow.", status: "FAILED_PRECONDITION", reason: "PARCEL_LATE" },
      any: true,
      isLost: false,
      isLate: true,
    });
    expect(await failWith("other")).toMatchObject({ any: false, isLost: false, isLate: false });
  },
);

test("an error that names its code alone is told by it, and one of the core is not", async () => {
  let code = -32300;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id } = (await json(request)) as { readonly id: unknown };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "gone" } }));
  };
  const { url } = await listen((request, response) => void respond(request, response));
  const card: AgentCard = cardWith([{ uri: Parcels.uri }], url, "JSONRPC");
  const { client, close } = await connect(A2AService, card, {
    bindings: [jsonRpc()],
    extensions: [Parcels],
    retry: false,
  });
  onTestFinished(close);
  const fail = (): Promise<unknown> => client.getTask({ id: "t" }).catch((caught: unknown) => caught);
  expect(Parcels.isError(await fail(), "PARCEL_LOST")).toBe(true);
  code = -32001;
  expect(Parcels.isError(await fail())).toBe(false);
});

test("extensions with errors of one name are told apart by the domain, which is their URI", () => {
  const init = { reason: "PARCEL_LOST", domain: "https://example.com/ext/other/v1", jsonRpc: -32300 };
  const foreign = new CallError("NOT_FOUND", "gone", init);
  expect(Parcels.isError(foreign)).toBe(false);
  expect(Parcels.error("PARCEL_LOST").domain).toBe(Parcels.uri);
  // Peers that write the domain of the core to all errors.
  const plain = new CallError("NOT_FOUND", "gone", { reason: "PARCEL_LOST", domain: "example.com" });
  expect(Parcels.isError(plain, "PARCEL_LOST")).toBe(true);
});
