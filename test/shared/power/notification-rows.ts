import type { ModelIndex } from "../../../generators/model/index-model.ts";
import type { Request } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import type { VersionRow } from "../../../packages/exchange/src/versions.ts";
import type { Method } from "../../../packages/runtime/src/service/method.ts";
import type { Effect } from "../faults/fault.ts";
import type { Row } from "./mutant.ts";
import { valueChanges } from "./value-changes.ts";

/** What an agent can send to a webhook otherwise: another value, another header, less or more. */
export function notificationRows({ service }: VersionRow, index: ModelIndex): readonly Row[] {
  const { push, tasks } = service.protocol;
  const resumed = Object.values<Method>(service.methods).find(({ name }) => name === tasks?.resume.method);
  const row = (what: string, map: Mapping): Row => [`notification: ${what}`, { kind: "notifications", map }];
  const each = (what: string, change: (request: Request) => Request): Row =>
    row(what, (request) => [change(request)]);
  const names = ["content-type", "authorization", push?.tokenHeader.toLowerCase() ?? ""];
  return [
    ...valueChanges(resumed?.output.typeName ?? "", index).map((change) =>
      each(change.name, (request) => {
        const value: unknown = JSON.parse(request.body?.text ?? "");
        change.apply(value);
        return { ...request, body: { text: JSON.stringify(value) } };
      }),
    ),
    ...names.flatMap((name) => [
      each(`header ${name}: dropped`, (request) => ({ ...request, headers: without(request, name) })),
      each(`header ${name}: another value`, (request) => ({
        ...request,
        headers: [...without(request, name), { name, value: "a2agen/mutant" }],
      })),
    ]),
    each("by PUT", (request) => ({ ...request, verb: "PUT" })),
    ...["", "text", "{}", "[]", "null"].map((text) =>
      each(`body ${JSON.stringify(text)}`, (request) => ({ ...request, body: { text } })),
    ),
    ...[0, 1, 2, 3].flatMap((place) => [
      row(`${place + 1} dropped`, (request, at) => (at === place ? [] : [request])),
      row(`${place + 1} doubled`, (request, at) => (at === place ? [request, request] : [request])),
      row(`nothing after ${place + 1}`, (request, at) => (at > place ? [] : [request])),
    ]),
    row("nothing", () => []),
    [
      "notification: the first in the place of each",
      () => {
        const first = new Map<string, Request>();
        const map: Mapping = (request) => {
          const own = first.get(request.url) ?? request;
          first.set(request.url, own);
          return [own];
        };
        return { kind: "notifications", map };
      },
    ],
  ];
}

type Mapping = Extract<Effect, { kind: "notifications" }>["map"];

function without({ headers = [] }: Request, name: string): NonNullable<Request["headers"]> {
  return headers.filter((header) => header.name.toLowerCase() !== name);
}
