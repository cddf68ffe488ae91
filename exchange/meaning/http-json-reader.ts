import { isObject } from "../../runtime/core/object.ts";
import { decodePercent } from "../../runtime/rest/percent.ts";
import { readQuery, toJson } from "../../runtime/rest/query.ts";
import { setField } from "../../runtime/rest/request-field.ts";
import type { HttpBinding, Method, PathSegment, ServiceDefinition } from "../../runtime/service/method.ts";
import type { Meaning, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { meaningOf, type Reader, readJson, readMessage, toProblem, unreadable } from "./reader.ts";

/** Reads an exchange over HTTP+JSON (A2A 11) with an interface at `base`. */
export function readHttpJson(request: Request, service: ServiceDefinition, base: string): Reader {
  const route = findRoute(request, service, base);
  if (route === undefined) {
    return {
      request: unreadable(`no method of the service has the path ${pathBelow(request.url, base)}`),
      frame: (bytes) => readAnswer(bytes.text ?? "", undefined),
    };
  }
  return {
    method: route.method.name,
    request: readRequest(request, route),
    frame: ({ text = "" }, { status }) => readAnswer(text, status < 400 ? route : undefined),
  };
}

interface Route {
  readonly method: Method;
  readonly rule: HttpBinding;
  /** The texts of the path's variables, by the field's JSON name. */
  readonly variables: Readonly<Record<string, string>>;
}

function findRoute({ verb, url }: Request, service: ServiceDefinition, base: string): Route | undefined {
  const path = pathBelow(url, base);
  for (const method of Object.values<Method>(service.methods)) {
    for (const rule of method.http) {
      const groups = rule.verb === verb ? patternOf(rule).exec(path) : null;
      if (groups === null) continue;
      const names = rule.path.flatMap((segment) => (typeof segment === "string" ? [] : [segment.field]));
      const variables = names.map((name, at) => [name, decodeVariable(groups[at + 1] ?? "")] as const);
      return { method, rule, variables: Object.fromEntries(variables) };
    }
  }
  return undefined;
}

/** What is not percent-encoded UTF-8 stays as it was sent. */
function decodeVariable(text: string): string {
  return decodePercent(text) ?? text;
}

function pathBelow(url: string, base: string): string {
  const { pathname } = new URL(url);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  return pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
}

function patternOf({ path, action }: HttpBinding): RegExp {
  const parts = path.map((segment: PathSegment) =>
    typeof segment === "string" ? quote(segment) : `(${segment.match.map(wild).join("/")})`,
  );
  return new RegExp(`^/${parts.join("/")}${action === undefined ? "" : `:${quote(action)}`}$`);
}

function wild(part: string): string {
  if (part === "**") return ".+";
  return part === "*" ? "[^/:]+" : quote(part);
}

function quote(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** The request that the path, the query and the body make up. */
function readRequest({ url, body }: Request, { method, rule, variables }: Route): Meaning {
  const request: Record<string, unknown> = {};
  if (rule.body !== undefined) {
    const parsed = readJson(body);
    if ("wrong" in parsed) return parsed.wrong;
    if (rule.body === "*" && isObject(parsed.value)) Object.assign(request, parsed.value);
    else if (rule.body !== "*") request[rule.body] = parsed.value;
    else return meaningOf({ value: parsed.value, problems: [{ path: "", message: "expected an object" }] });
  }
  const types = method.parameters ?? {};
  for (const [name, text] of Object.entries(variables)) {
    setField(request, name.split("."), toJson(text, types[name] ?? "string"));
  }
  const issues = readQuery(new URL(url).search.slice(1), new Map(Object.entries(types)), request);
  const meaning = readMessage(method.input, request);
  if (issues.length === 0) return meaning;
  return { ...meaning, problems: [...issues.map(toProblem), ...(meaning.problems ?? [])] };
}

function readAnswer(text: string, route: Route | undefined): Meaning | undefined {
  if (text === "") return undefined;
  const parsed = readJson({ text });
  if ("wrong" in parsed) return parsed.wrong;
  if (route === undefined) return meaningOf({ value: parsed.value, problems: [] });
  const { method, rule } = route;
  const value = rule.responseBody === undefined ? parsed.value : { [rule.responseBody]: parsed.value };
  return readMessage(method.output, value);
}
