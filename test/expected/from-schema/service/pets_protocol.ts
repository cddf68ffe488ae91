// Generated from pets.json.

import { defineErrors } from "@a2agen/runtime/codegen/service";
import type { ClientProtocol, Protocol } from "@a2agen/runtime/service";

/** Pets 1: what the runtime has to know of the protocol, from the profile pets. */
export const protocol = {
  name: "pets",
  errors: {},
  jsonRpcMessages: {},
  errorBody: "status",
  jsonRpcErrorData: "details",
  contentTypes: {
    http: { send: "application/json", accept: ["application/json"] },
    jsonRpc: { send: "application/json", accept: ["application/json"] },
    error: { send: "application/json", accept: ["application/json"] },
    stream: "text/event-stream",
  },
} as const satisfies Protocol;

/** What of it the transports of clients need, for bundles that shall be small. */
export const clientProtocol = {
  name: "pets",
  errors: {},
  jsonRpcMessages: {},
  contentTypes: {
    http: { send: "application/json", accept: ["application/json"] },
    jsonRpc: { send: "application/json", accept: ["application/json"] },
    error: { send: "application/json", accept: ["application/json"] },
    stream: "text/event-stream",
  },
} as const satisfies ClientProtocol;

/** Makes the errors that handlers throw, by name; a text takes the place of the description. */
export const errors = /* @__PURE__ */ defineErrors(protocol);
