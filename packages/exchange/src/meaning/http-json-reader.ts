import { isObject } from "@a2agen/runtime/internal";
import {
  createRouter,
  type Route,
  type RoutedMethod,
  readQuery,
  setField,
  toJson,
  variableText,
} from "@a2agen/runtime/internal/wire";
import type { Method, ServiceDefinition } from "@a2agen/runtime/service";
import type { Meaning, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { meaningOf, type Reader, readJson, readMessage, toProblem, unreadable } from "./reader.ts";

/** Reads an exchange over HTTP+JSON (A2A 11) with an interface at `base`. */
export function readHttpJson(request: Request, service: ServiceDefinition, base: string): Reader {
  const found = findRoute(request, service, base);
  if (found === undefined) {
    return {
      request: unreadable(`no method of the service has the path ${pathBelow(request.url, base)}`),
      frame: (bytes) => readAnswer(bytes.text ?? "", undefined),
    };
  }
  return {
    method: found.route.hosted.method.name,
    request: readRequest(request, found),
    frame: ({ text = "" }, { status }) => readAnswer(text, status < 400 ? found.route : undefined),
  };
}

interface Found {
  readonly route: Route<RoutedMethod>;
  /** Of the path, as they were sent. */
  readonly segments: readonly string[];
}

function findRoute({ verb, url }: Request, service: ServiceDefinition, base: string): Found | undefined {
  const methods = Object.values<Method>(service.methods);
  const find = createRouter(methods.map((method) => ({ service: service.typeName, method })));
  const { route, segments } = find(verb, pathBelow(url, base));
  return route === undefined ? undefined : { route, segments };
}

function pathBelow(url: string, base: string): string {
  const { pathname } = new URL(url);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  return pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
}

/** The request that the path, the query and the body make up. */
function readRequest({ url, body }: Request, { route, segments }: Found): Meaning {
  const { binding: rule, variables } = route;
  const { method } = route.hosted;
  const request: Record<string, unknown> = {};
  if (rule.body !== undefined) {
    const parsed = readJson(body);
    if ("wrong" in parsed) return parsed.wrong;
    if (rule.body === "*" && isObject(parsed.value)) Object.assign(request, parsed.value);
    else if (rule.body !== "*") request[rule.body] = parsed.value;
    else return meaningOf({ value: parsed.value, problems: [{ path: "", message: "expected an object" }] });
  }
  const types = method.parameters ?? {};
  for (const variable of variables) {
    // What is not percent-encoded UTF-8 stays as it was sent.
    const text = variableText(variable, segments) ?? segments.slice(variable.start, variable.end).join("/");
    setField(request, variable.field, toJson(text, variable.type));
  }
  const issues = readQuery(new URL(url).search.slice(1), new Map(Object.entries(types)), request);
  const meaning = readMessage(method.input, request);
  if (issues.length === 0) return meaning;
  return { ...meaning, problems: [...issues.map(toProblem), ...(meaning.problems ?? [])] };
}

function readAnswer(text: string, route: Route<RoutedMethod> | undefined): Meaning | undefined {
  if (text === "") return undefined;
  const parsed = readJson({ text });
  if ("wrong" in parsed) return parsed.wrong;
  if (route === undefined) return meaningOf({ value: parsed.value, problems: [] });
  const { binding, hosted } = route;
  const value = binding.responseBody === undefined ? parsed.value : { [binding.responseBody]: parsed.value };
  return readMessage(hosted.method.output, value);
}
