import { eventsOf } from "./events-of.ts";
import { type Outcome, outcomeOfDetails, type RawCall } from "./outcome.ts";

type Params = Readonly<Record<string, unknown>>;

interface Route {
  readonly verb: string;
  readonly path: (params: Params) => string;
  /** Names of the parameters that the path holds. */
  readonly inPath: readonly string[];
}

const id = (params: Params, name = "id"): string => encodeURIComponent(String(params[name]));
const configs = (params: Params): string => `/tasks/${id(params, "taskId")}/pushNotificationConfigs`;

/** The table of the specification, written out. */
const routes: Readonly<Record<string, Route>> = {
  SendMessage: { verb: "POST", path: () => "/message:send", inPath: [] },
  SendStreamingMessage: { verb: "POST", path: () => "/message:stream", inPath: [] },
  GetTask: { verb: "GET", path: (params) => `/tasks/${id(params)}`, inPath: ["id"] },
  ListTasks: { verb: "GET", path: () => "/tasks", inPath: [] },
  CancelTask: { verb: "POST", path: (params) => `/tasks/${id(params)}:cancel`, inPath: ["id"] },
  SubscribeToTask: { verb: "GET", path: (params) => `/tasks/${id(params)}:subscribe`, inPath: ["id"] },
  CreateTaskPushNotificationConfig: { verb: "POST", path: configs, inPath: ["taskId"] },
  GetTaskPushNotificationConfig: {
    verb: "GET",
    path: (params) => `${configs(params)}/${id(params)}`,
    inPath: ["taskId", "id"],
  },
  ListTaskPushNotificationConfigs: { verb: "GET", path: configs, inPath: ["taskId"] },
  DeleteTaskPushNotificationConfig: {
    verb: "DELETE",
    path: (params) => `${configs(params)}/${id(params)}`,
    inPath: ["taskId", "id"],
  },
  GetExtendedAgentCard: { verb: "GET", path: () => "/extendedAgentCard", inPath: [] },
};

/** Calls as someone would with curl. */
export function rawRest(url: string): RawCall {
  return async (method, params, headers) => {
    const route = routes[method];
    if (route === undefined) throw new Error(`no route for ${method}`);
    const { verb, path, inPath } = route;
    const rest = Object.entries(params).filter(([name]) => !inPath.includes(name));
    const hasBody = verb === "POST";
    const query = hasBody
      ? ""
      : new URLSearchParams(
          Object.fromEntries(rest.map(([name, value]) => [name, String(value)])),
        ).toString();
    const response = await fetch(`${url}${path(params)}${query === "" ? "" : `?${query}`}`, {
      method: verb,
      headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headers },
      ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
    });
    const text = await response.text();
    if (response.headers.get("content-type") === "text/event-stream") {
      return eventsOf(text, (name, data) =>
        name === "error" ? readError(data) : { kind: "value", value: JSON.parse(data) as unknown },
      );
    }
    return response.ok ? { kind: "value", value: JSON.parse(text) as unknown } : readError(text);
  };
}

function readError(text: string): Outcome & { readonly kind: "error" } {
  const { error } = JSON.parse(text) as { error: { message: string; details: readonly never[] } };
  return outcomeOfDetails(error.message, error.details);
}
