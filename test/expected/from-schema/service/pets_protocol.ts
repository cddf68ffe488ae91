// Generated from pets.json.

import { type ErrorFactories, defineErrors, defineProtocol } from "@a2agen/runtime/codegen/service";
import type { ClientProtocol } from "@a2agen/runtime/service";

/** The facts of Pets 1 that clients need, from the profile pets. */
export const clientProtocol = {
  name: "pets",
  release: "0.1.0",
  errors: {},
  jsonRpcMessages: {},
  contentTypes: {
    http: { send: "application/json", accept: ["application/json"] },
    jsonRpc: { send: "application/json", accept: ["application/json"] },
    error: { send: "application/json", accept: ["application/json"] },
    stream: "text/event-stream",
  },
} as const satisfies ClientProtocol;

/** The other facts, which servers need. */
const serverProtocol = { errorBody: "status", jsonRpcErrorData: "details" } as const;

/** All facts of Pets 1. */
export const protocol: typeof clientProtocol & typeof serverProtocol = /* @__PURE__ */ defineProtocol(
  clientProtocol,
  serverProtocol,
);

/** Creates the errors that handlers throw, by name; a message replaces the default description. */
export const errors: ErrorFactories<keyof typeof clientProtocol.errors> = /* @__PURE__ */ defineErrors(protocol);
