import { A2AService, A2AServiceGrpc, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { type Connection, connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";

/**
 * Reads the card of an agent and creates a client for the first of its bindings and versions that is listed
 * here. The client always has the types of 1.0.
 */
export function connectTo(url: string, token?: string): Promise<Connection<A2AService, AgentCard>> {
  return connect(A2AService, url, {
    bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })],
    older: [a2a03ToA2a10, draftToA2a10],
    cardCodec: AgentCardCodec,
    // Send the token as a header, whatever the name of the security scheme in the card.
    ...(token === undefined
      ? {}
      : { headers: { authorization: `Bearer ${token}` }, authentication: "none" as const }),
  });
}
