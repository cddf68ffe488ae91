import type { Host } from "../host/host.ts";
import { errorHeaders, type HttpRequest, type HttpResponse } from "../http/http-message.ts";
import { HttpCall } from "../http/incoming.ts";
import { chooseErrorType } from "../rest/accept.ts";
import { bindingName } from "../rest/binding-name.ts";
import { writeError } from "../rest/error.ts";
import type { CallError } from "../service/call-error.ts";

/** The answer to a request that calls no method, in the form of HTTP+JSON; observers are told. */
export function answerError(error: CallError, host: Host, request: HttpRequest): HttpResponse {
  const { protocol } = host;
  host.observeRefusal(new HttpCall(bindingName, request), error);
  return {
    status: error.http,
    headers: errorHeaders(error, chooseErrorType(protocol, request.header("accept"))),
    body: writeError(error, protocol),
  };
}
