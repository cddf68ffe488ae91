import {
  answer,
  answered,
  calls,
  header,
  reading,
  result,
  rpcError,
  set,
  setAnew,
  status,
} from "./effects.ts";
import { card, type Faults, known } from "./rows.ts";

export const secretFaults: Faults = {
  "security.missing": {
    "no credentials are needed": reading("authorization", (value) => value ?? "Bearer ada"),
  },
  "security.invalid": {
    "any credentials for lists": answer(
      (call) => call.method === "ListTasks" && call.header("authorization")?.includes("no-such") === true,
      (given, call) => {
        given.status = 200;
        result({ tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 })(given, call);
      },
    ),
    "any credentials": reading("authorization", (value) =>
      value?.includes("no-such") === true ? "Bearer ada" : value,
    ),
  },
  "security.other-task": {
    "the tasks of others": reading("authorization", (value) => value?.replace("bob", "ada")),
  },
  "security.existence": {
    "the tasks of others have another error": answer(
      (call) => call.header("authorization") === "Bearer bob" && known(call),
      rpcError(-32602),
    ),
  },
  "extended.authenticated": {
    "the extended card for everyone": reading("authorization", (value) => value ?? "Bearer ada"),
  },
  "extended.card": {
    "an extended card with a relative URL": answer(
      answered(calls("GetExtendedAgentCard")),
      set("result.supportedInterfaces.0.url", "/rpc"),
    ),
  },
  "extended.idempotent": {
    "another extended card each time": answer(
      answered(calls("GetExtendedAgentCard")),
      setAnew("result.description"),
    ),
  },
  "extended.answered": {
    "an extended card that is another error": answer(
      answered(calls("GetExtendedAgentCard")),
      rpcError(-32001),
    ),
  },
};

export const secretHttpFaults: Faults = {
  "security.challenge": { "no challenge": answer(() => true, header("www-authenticate", undefined)) },
  "security.code": {
    "a refusal for lack of credentials is 403": answer(
      (call) => call.header("authorization") === undefined && !card(call),
      status(403),
    ),
  },
};
