import { A2AService, A2AServiceGrpc, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { type Connection, connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";

/**
 * Reads the card of an agent and makes a client that speaks the binding and the version that the card
 * prefers, as far as they are listed here. The client has the types of 1.0 whichever it is.
 */
export function connectTo(url: string, token?: string): Promise<Connection<A2AService, AgentCard>> {
  return connect(A2AService, url, {
    bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })],
    older: [a2a03ToA2a10, draftToA2a10],
    cardCodec: AgentCardCodec,
    // The token goes as a header, whatever the card calls its security scheme.
    ...(token === undefined
      ? {}
      : { headers: { authorization: `Bearer ${token}` }, authentication: "none" as const }),
  });
}
