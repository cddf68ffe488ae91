import type { TextsOf } from "./text.ts";

export const jsonrpcTexts: TextsOf<"jsonrpc"> = {
  "jsonrpc.content-type": [
    "Set Content-Type: application/json for every answer that is no stream, errors included.",
  ],
  "jsonrpc.envelope": [
    'Answer with jsonrpc "2.0", the id of the request, and either result or error, never both.',
    "Clients match answers to calls by id.",
  ],
  "jsonrpc.status": [
    "Answer a result with status 200.",
    "HTTP clients treat other statuses as failures, or drop the body.",
  ],
  "jsonrpc.parse-error": [
    "Catch the parser's exception, and answer with this code and the id null.",
    "The code tells the client that its bytes were broken, not its parameters.",
  ],
  "jsonrpc.invalid-request": [
    "Check jsonrpc, method and id before dispatch; answer what lacks them with this code.",
  ],
  "jsonrpc.unknown-method": [
    "Answer a method that is not in your table with this code. Names are case-sensitive.",
    "Clients use it to find out what an agent can do.",
  ],
  "jsonrpc.params": [
    "Check that params is an object before you decode it; answer others, arrays too, with this code.",
  ],
  "jsonrpc.no-params": [
    "Take absent params for an empty object.",
    "The request has no required field, so clients leave params out.",
  ],
  "jsonrpc.id": [
    "Copy the id of the request as it is. Do not convert numbers to text, or text to numbers.",
    "A client that compares strictly never finds its call again.",
  ],
  "jsonrpc.id-null": [
    "Set id to null in errors for requests that could not be read; do not leave it out.",
    "JSON-RPC 2.0 requires the member in every response.",
  ],
  "jsonrpc.verb": [
    "Answer methods other than POST on this path with 405 and Allow: POST.",
    "A GET that runs a call can be triggered by a link or a prefetch.",
  ],
  "jsonrpc.media-type": [
    "Answer a Content-Type other than application/json with 415.",
    "Pages of other sites can send text/plain without a preflight.",
  ],
};
