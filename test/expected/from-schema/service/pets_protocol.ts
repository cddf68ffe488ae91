// Generated from pets.json.

import { defineErrors } from "@a2agen/runtime/codegen/service";
import type { ClientProtocol, Protocol } from "@a2agen/runtime/service";

/** The facts of Pets 1 for the runtime, from the profile pets. */
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

/** The subset that client transports need, to keep bundles small. */
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

/** Creates the errors that handlers throw, by name; a message replaces the default description. */
export const errors = /* @__PURE__ */ defineErrors(protocol);
