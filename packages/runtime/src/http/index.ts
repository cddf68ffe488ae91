export type { BodyLimits, BodyStream, HttpHandler, HttpRequest, HttpResponse } from "./http-message.ts";
export type { HttpTransportOptions } from "./outgoing.ts";
