import type { ListTasksResponse } from "@a2agen/a2a-1.0";
import type { Request } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { Check } from "../core/check.ts";
import type { Outcome } from "../core/outcome.ts";
import type { RequirementId } from "../core/requirements.ts";
import { describe, excerpt, NotReached, type Run, type Trial } from "../core/trial.ts";
import { unknownTask } from "./tasks.ts";

type Change = (request: Request) => Request;

function* ask(trial: Trial, change: Change): Run<Outcome> {
  return yield* trial.call("getTask", { id: unknownTask }, { change });
}

function withHeader(name: string, value: string): Change {
  return (request) => ({
    ...request,
    headers: [...(request.headers ?? []).filter((header) => header.name !== name), { name, value }],
  });
}

function withBody(text: string): Change {
  return (request) => ({ ...request, body: { text } });
}

function expectCode(
  trial: Trial,
  outcome: Outcome,
  codes: readonly string[],
  requirement: RequirementId,
): void {
  if (outcome.kind === "error" && codes.includes(outcome.failure.code)) return;
  trial.find(requirement, codes.join(" or "), describe(outcome));
}

/** The raw answer of JSON-RPC. */
function bodyOf({ exchange }: Outcome): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(exchange.answer?.frames?.[0]?.bytes.text ?? "");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Checks of one binding. */
function only(binding: string, checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({
    ...check,
    except: (subject) => (subject.binding === binding ? check.except?.(subject) : `only for ${binding}`),
  }));
}

/** Wrong bodies of JSON-RPC: their errors. */
const rpcBodies: readonly (readonly [RequirementId, string, string])[] = [
  ["jsonrpc.parse-error", '{"jsonrpc":"2.0",', "-32700"],
  ["jsonrpc.parse-error", "", "-32700"],
  ["jsonrpc.invalid-request", "5", "-32600"],
  ["jsonrpc.invalid-request", "{}", "-32600"],
  ["jsonrpc.invalid-request", '{"jsonrpc":"1.0","id":"probe","method":"GetTask","params":{}}', "-32600"],
  ["jsonrpc.invalid-request", '{"jsonrpc":"2.0","id":"probe","method":5}', "-32600"],
  ["jsonrpc.unknown-method", '{"jsonrpc":"2.0","id":"probe","method":"NoSuchMethod","params":{}}', "-32601"],
];

const jsonRpcChecks: readonly Check[] = only("JSONRPC", [
  {
    id: "jsonrpc.bodies",
    covers: ["jsonrpc.parse-error", "jsonrpc.invalid-request", "jsonrpc.unknown-method", "jsonrpc.id-null"],
    isQuick: true,
    *run(trial) {
      for (const [requirement, body, code] of rpcBodies) {
        const outcome = yield* ask(trial, withBody(body));
        expectCode(trial, outcome, [code], requirement);
        const { id } = bodyOf(outcome);
        if (code === "-32700" && outcome.kind === "error" && id !== null) {
          trial.find("jsonrpc.id-null", "the id null", excerpt(id));
        }
      }
    },
  },
  {
    id: "jsonrpc.params",
    covers: ["jsonrpc.params"],
    *run(trial) {
      for (const params of ["5", '"text"', '["a"]']) {
        const outcome = yield* ask(trial, (request) => ({
          ...request,
          body: { text: (request.body?.text ?? "").replace(/"params":.*\}$/s, `"params":${params}}`) },
        }));
        expectCode(trial, outcome, ["-32602", "-32600"], "jsonrpc.params");
      }
    },
  },
  {
    id: "jsonrpc.no-params",
    covers: ["jsonrpc.no-params"],
    *run(trial) {
      const change: Change = (request) => ({
        ...request,
        body: { text: (request.body?.text ?? "").replace(/,"params":.*\}$/s, "}") },
      });
      const outcome = yield* trial.call("getExtendedAgentCard", {}, { change });
      if (outcome.kind === "error" && outcome.failure.kind === "validation") {
        trial.find("jsonrpc.no-params", "what comes with params {}", describe(outcome));
      }
    },
  },
  {
    id: "jsonrpc.id",
    covers: ["jsonrpc.id"],
    *run(trial) {
      for (const id of ["7", '"7"', '"\u00e9\\n"', "0"]) {
        const outcome = yield* ask(trial, (request) => ({
          ...request,
          body: { text: (request.body?.text ?? "").replace('"id":"probe"', () => `"id":${id}`) },
        }));
        const came = bodyOf(outcome)["id"];
        if (JSON.stringify(came) !== JSON.stringify(JSON.parse(id)))
          trial.find("jsonrpc.id", id, excerpt(came));
      }
    },
  },
  {
    id: "jsonrpc.verb",
    covers: ["jsonrpc.verb"],
    *run(trial) {
      const exchange = yield {
        kind: "send",
        effect: "reads",
        request: { verb: "DELETE", url: trial.subject.url, headers: [...trial.subject.headers] },
      };
      const { status = 0 } = exchange.answer ?? {};
      trial.show(exchange);
      if (status < 400) trial.find("jsonrpc.verb", "HTTP 405", `HTTP ${status}`);
    },
  },
  {
    id: "jsonrpc.media-type",
    covers: ["jsonrpc.media-type"],
    *run(trial) {
      const exchange = yield {
        kind: "send",
        effect: "reads",
        request: withHeader("content-type", "text/plain")(trial.encode("getTask", { id: unknownTask })),
      };
      const { status = 0, frames = [] } = exchange.answer ?? {};
      trial.show(exchange);
      const isRefused = status >= 400 || !(frames[0]?.bytes.text ?? "").includes("-32001");
      if (!isRefused)
        trial.find("jsonrpc.media-type", "HTTP 415, or an error", `HTTP ${status} with an answer`);
    },
  },
]);

/** Requests of HTTP+JSON that fit no rule. */
function* httpStatus(
  trial: Trial,
  request: Request,
  { requirement, allowed }: { readonly requirement: RequirementId; readonly allowed: readonly number[] },
): Run {
  const exchange = yield { kind: "send", effect: "reads", request };
  const { answer, end } = exchange;
  trial.show(exchange);
  if (answer === undefined || !allowed.includes(answer.status)) {
    const came = answer === undefined ? (end?.error ?? "nothing") : `HTTP ${answer.status}`;
    trial.find(requirement, `HTTP ${allowed.join(" or ")}`, came);
  }
}

const httpChecks: readonly Check[] = only("HTTP+JSON", [
  {
    id: "http.paths",
    covers: ["http.unknown-path", "http.verb", "http.encoded-id"],
    *run(trial) {
      const got = trial.encode("getTask", { id: unknownTask });
      const url = `${trial.subject.url.replace(/\/$/, "")}/a2agen-probe/no-such-path`;
      yield* httpStatus(trial, { ...got, url }, { requirement: "http.unknown-path", allowed: [404] });
      const sent = trial.encode("sendMessage", { message: {} }, { isNative: true });
      const { body: _, ...get } = sent;
      yield* httpStatus(
        trial,
        { ...get, verb: "GET" },
        { requirement: "http.verb", allowed: [404, 405, 501] },
      );
      const outcome = yield* trial.call("getTask", { id: `${unknownTask} \u00e9?#` });
      trial.expectError(outcome, "TaskNotFoundError", "http.encoded-id");
    },
  },
  {
    id: "http.query",
    covers: ["http.query"],
    needs: ["task", "context"],
    *run(trial) {
      const { id, contextId = "" } = trial.facts.ended ?? {};
      if (id === undefined || contextId === "") throw new NotReached(trial.facts.reason);
      const encoded = contextId.replaceAll(/[a-z]/gi, (each) => `%${each.charCodeAt(0).toString(16)}`);
      const change: Change = (request) => ({
        ...request,
        url: `${request.url.split("?")[0] ?? ""}?contextId=${encoded}&pageSize=1&includeArtifacts=false`,
      });
      const outcome = yield* trial.call("listTasks", {}, { change });
      const { tasks } = trial.value<ListTasksResponse>(outcome, "http.query", "tasks of the context");
      if (tasks.length !== 1 || tasks.some((task) => task.contextId !== contextId)) {
        trial.find("http.query", `one task of ${contextId}`, excerpt(tasks.map((task) => task.contextId)));
      }
    },
  },
  {
    id: "http.bodies",
    covers: ["http.bad-json", "http.body-type", "http.media-type"],
    isQuick: true,
    *run(trial) {
      const sent = trial.encode("sendMessage", { message: {} }, { isNative: true });
      const rows: readonly (readonly [RequirementId, string])[] = [
        ["http.bad-json", '{"message":'],
        ["http.bad-json", ""],
        ["http.body-type", "[]"],
        ["http.body-type", "5"],
        ["http.body-type", "null"],
      ];
      for (const [requirement, text] of rows) {
        yield* httpStatus(trial, withBody(text)(sent), { requirement, allowed: [400, 422] });
      }
      const plain = withHeader("content-type", "text/plain")(sent);
      yield* httpStatus(trial, plain, { requirement: "http.media-type", allowed: [400, 406, 415] });
    },
  },
]);

const grpcChecks: readonly Check[] = only("GRPC", [
  {
    id: "grpc.method",
    covers: ["grpc.unknown-method"],
    isQuick: true,
    *run(trial) {
      const outcome = yield* ask(trial, (request) => ({
        ...request,
        url: `${request.url.slice(0, request.url.lastIndexOf("/") + 1)}NoSuchMethod`,
      }));
      expectCode(trial, outcome, ["UNIMPLEMENTED"], "grpc.unknown-method");
    },
  },
  {
    id: "grpc.bytes",
    covers: ["grpc.malformed"],
    *run(trial) {
      for (const base64 of ["Cn8=", "/////w==", "CgP//v8="]) {
        const outcome = yield* ask(trial, (request) => ({ ...request, body: { base64 } }));
        expectCode(trial, outcome, ["INVALID_ARGUMENT", "INTERNAL"], "grpc.malformed");
      }
    },
  },
  {
    id: "grpc.content-type",
    covers: ["grpc.content-type"],
    *run(trial) {
      const request = withHeader(
        "content-type",
        "application/json",
      )(trial.encode("getTask", { id: unknownTask }));
      const exchange = yield { kind: "send", effect: "reads", request };
      trial.show(exchange);
      const status = exchange.answer?.trailers?.find(({ name }) => name === "grpc-status")?.value;
      if (exchange.answer?.status === 200 && status === "5") {
        trial.find("grpc.content-type", "HTTP 415", "an answer");
      }
    },
  },
]);

export const bindingChecks: readonly Check[] = [...jsonRpcChecks, ...httpChecks, ...grpcChecks];
