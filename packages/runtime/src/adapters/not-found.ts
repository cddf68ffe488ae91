import type { HttpResponse } from "../http/http-message.ts";

/** The answer to a request that no handler takes. */
export const notFound: HttpResponse = {
  status: 404,
  headers: { "content-type": "application/json" },
  body: '{"error":{"code":404,"status":"NOT_FOUND","message":"this path is not served"}}',
};

/** The answer to a request with a doubled host or origin: proxies may believe the other one. */
export const doubledHeader: HttpResponse = {
  status: 400,
  headers: { "content-type": "application/json" },
  body: '{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"expected one header Host and one Authorization"}}',
};

/** The answer when a handler breaks its promise not to reject. */
export const internalError: HttpResponse = {
  status: 500,
  headers: { "content-type": "application/json" },
  body: '{"error":{"code":500,"status":"INTERNAL","message":"internal error"}}',
};
