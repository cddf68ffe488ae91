import type { HostedMethod } from "../host/hosted-method.ts";
import type { HttpBinding, Method, ParameterType, PathSegment } from "../service/method.ts";
import type { FieldPath } from "../service/protocol.ts";
import { decodePercent } from "./percent.ts";

/** A method of a service, with what its user knows of it besides. */
export interface RoutedMethod {
  readonly service: string;
  readonly method: Method;
}

/** A rule of google.api.http with the method that answers it. */
export interface Route<M extends RoutedMethod = HostedMethod> {
  readonly hosted: M;
  readonly binding: HttpBinding;
  readonly variables: readonly RouteVariable[];
}

/** Which segments of the path fill a field of the request. */
export interface RouteVariable {
  /** JSON names joined with ".". */
  readonly name: string;
  readonly field: FieldPath;
  /** Its name in the proto, where that is another and codecs take it. */
  readonly protoName: string | undefined;
  readonly type: ParameterType;
  /**
   * The first segment, and the one after the last; undefined for the rest of the path. Places after a "**"
   * are negative: they count from the end.
   */
  readonly start: number;
  readonly end: number | undefined;
  /** Whether the pattern is more than one segment: encoded slashes in it then stay encoded. */
  readonly spans: boolean;
}

/** What answers a path: a route, or nothing, and then the verbs of the rules that have the path. */
export interface RouteMatch<M extends RoutedMethod = HostedMethod> {
  readonly route: Route<M> | undefined;
  /** In the order in which they were found, some more than once; empty when no rule has the path. */
  readonly verbs: readonly string[];
  /** The path between its slashes, as it was sent, without the action. */
  readonly segments: readonly string[];
}

/** Finds the route of a path, which begins with "/" and is as it was sent. */
export type Router<M extends RoutedMethod = HostedMethod> = (verb: string, path: string) => RouteMatch<M>;

/** The rules that end at a place, by verb; "*" for a rule that takes any. */
type Ends<M extends RoutedMethod> = Map<string, Route<M>>;

interface Node<M extends RoutedMethod> {
  readonly literals: Map<string, Node<M>>;
  wildcard: Node<M> | undefined;
  /** By action; "" for none. */
  readonly ends: Map<string, Ends<M>>;
  /** Rules with "**" here that end with it, by action. */
  readonly rest: Map<string, Ends<M>>;
  /** What follows a "**" here, by the number of its segments. */
  readonly tails: Map<number, Node<M>>;
}

/**
 * Builds the tree of all rules of the methods. Literals are taken before
 * wildcards, an action that some rule has before a segment with a colon in it. A look-up visits no
 * node twice. Throws a TypeError for two rules that have the same paths.
 */
export function createRouter<M extends RoutedMethod>(methods: readonly M[]): Router<M> {
  const root = createNode<M>();
  for (const hosted of methods) {
    for (const binding of hosted.method.http) addRoute(root, toRoute(hosted, binding));
  }
  return (verb, path) => new Search<M>(verb, path).run(root);
}

function createNode<M extends RoutedMethod>(): Node<M> {
  return { literals: new Map(), wildcard: undefined, ends: new Map(), rest: new Map(), tails: new Map() };
}

function toRoute<M extends RoutedMethod>(hosted: M, binding: HttpBinding): Route<M> {
  const variables: RouteVariable[] = [];
  const parts = flattenPath(binding.path);
  const deep = parts.indexOf("**");
  const place = (index: number): number => (deep < 0 || index <= deep ? index : index - parts.length);
  let at = 0;
  for (const segment of binding.path) {
    if (typeof segment === "string") {
      at += 1;
      continue;
    }
    const { field, match } = segment;
    variables.push({
      name: field,
      field: field.split("."),
      protoName: protoNameOf(field, hosted.method.parameters ?? {}),
      type: hosted.method.parameters?.[field] ?? "string",
      start: place(at),
      end: place(at + match.length) || undefined,
      spans: match.length > 1 || match[0] === "**",
    });
    at += match.length;
  }
  return { hosted, binding, variables };
}

function protoNameOf(name: string, parameters: Readonly<Record<string, unknown>>): string | undefined {
  const protoName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return protoName !== name && Object.hasOwn(parameters, protoName) ? protoName : undefined;
}

/** The text of a variable, decoded once; undefined when it is not the encoding of UTF-8. */
export function variableText(
  { start, end, spans }: RouteVariable,
  segments: readonly string[],
): string | undefined {
  if (!spans) return decodePercent(segments.at(start) ?? "");
  // A slash that was encoded is no slash between segments: it stays as it is.
  const sent = segments.slice(start, end).join("/");
  return decodePercent(sent.includes("%") ? sent.replaceAll(/%(2f)/gi, "%25$1") : sent);
}

/** The literals and stars of a path, without its variables. */
export function flattenPath(path: readonly PathSegment[]): readonly string[] {
  return path.flatMap((segment) => (typeof segment === "string" ? [segment] : segment.match));
}

function addRoute<M extends RoutedMethod>(root: Node<M>, route: Route<M>): void {
  const { path, action = "", verb } = route.binding;
  const parts = flattenPath(path);
  let node = root;
  let ends: Map<string, Ends<M>> | undefined;
  for (const [i, part] of parts.entries()) {
    if (part === "**") {
      const left = parts.length - i - 1;
      if (left === 0) ends = node.rest;
      else node = getOrAdd(node.tails, left, createNode<M>);
      continue;
    }
    node = part === "*" ? wildcardOf(node) : getOrAdd(node.literals, toKey(part), createNode<M>);
  }
  const byVerb = getOrAdd(ends ?? node.ends, toKey(action), () => new Map<string, Route<M>>());
  const other = byVerb.get(verb);
  if (other !== undefined) {
    throw new TypeError(
      `${nameOf(other)} and ${nameOf(route)}: both answer ${verb} ${formatTemplate(other.binding)}; change the rule of one of them`,
    );
  }
  byVerb.set(verb, route);
}

function wildcardOf<M extends RoutedMethod>(node: Node<M>): Node<M> {
  node.wildcard ??= createNode<M>();
  return node.wildcard;
}

function getOrAdd<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function nameOf({ hosted }: Route<RoutedMethod>): string {
  return `${hosted.service}.${hosted.method.name}`;
}

/** The path of a rule as google.api.http writes it, with fields in their JSON names. */
export function formatTemplate({ path, action }: HttpBinding): string {
  const parts = path.map((segment) =>
    typeof segment === "string" ? segment : `{${segment.field}=${segment.match.join("/")}}`,
  );
  return `/${parts.join("/")}${action === undefined ? "" : `:${action}`}`;
}

/** A literal as it is looked up: the same character encoded and plain is the same literal. */
function toKey(literal: string): string {
  if (!literal.includes("%")) return literal;
  try {
    return decodeURIComponent(literal);
  } catch {
    // Nothing can be meant by it but itself.
    return literal;
  }
}

class Search<M extends RoutedMethod> {
  readonly #verb: string;
  readonly #segments: string[];
  /** The last segment after its last colon; `#name` is the text before it. */
  readonly #action: string | undefined;
  readonly #name: string;
  #verbs: string[] | undefined;
  #hits = 0;

  constructor(verb: string, path: string) {
    this.#verb = verb;
    this.#segments = path.split("/");
    this.#segments.shift();
    const last = this.#segments.at(-1) ?? "";
    const colon = last.lastIndexOf(":");
    this.#action = colon < 0 ? undefined : toKey(last.slice(colon + 1));
    this.#name = colon < 0 ? last : last.slice(0, colon);
  }

  run(root: Node<M>): RouteMatch<M> {
    const route = this.#segments.length === 0 ? undefined : this.#visit(root, 0);
    if (route?.binding.action !== undefined) this.#segments[this.#segments.length - 1] = this.#name;
    return { route, verbs: this.#verbs ?? none, segments: this.#segments };
  }

  #visit(node: Node<M>, at: number): Route<M> | undefined {
    if (at === this.#segments.length) return this.#end(node.ends.get("")) ?? this.#end(node.rest.get(""));
    if (at === this.#segments.length - 1 && this.#action !== undefined) {
      const before = this.#hits;
      const route = this.#visitAction(node, this.#action);
      // A rule has this action: the segment is not taken for a value with a colon in it.
      if (route !== undefined || this.#hits > before) return route;
    }
    const segment = this.#segments[at] ?? "";
    const literal = node.literals.get(toKey(segment));
    const route = literal === undefined ? undefined : this.#visit(literal, at + 1);
    if (route !== undefined) return route;
    const { wildcard } = node;
    return (
      (wildcard === undefined || segment === "" ? undefined : this.#visit(wildcard, at + 1)) ??
      this.#visitTails(node, at) ??
      this.#visitRest(node)
    );
  }

  /** The longest tail first: more of the path is what the rule says. */
  #visitTails({ tails }: Node<M>, at: number): Route<M> | undefined {
    if (tails.size === 0) return undefined;
    for (const length of [...tails.keys()].sort((a, b) => b - a)) {
      const start = this.#segments.length - length;
      const tail = tails.get(length);
      const route = start < at || tail === undefined ? undefined : this.#visit(tail, start);
      if (route !== undefined) return route;
    }
    return undefined;
  }

  #visitAction(node: Node<M>, action: string): Route<M> | undefined {
    return (
      this.#end(node.literals.get(toKey(this.#name))?.ends.get(action)) ??
      (this.#name === "" ? undefined : this.#end(node.wildcard?.ends.get(action)))
    );
  }

  #visitRest({ rest }: Node<M>): Route<M> | undefined {
    if (rest.size === 0) return undefined;
    const withAction = this.#action === undefined ? undefined : rest.get(this.#action);
    return this.#end(withAction ?? rest.get(""));
  }

  #end(ends: Ends<M> | undefined): Route<M> | undefined {
    if (ends === undefined) return undefined;
    this.#hits += 1;
    const route = ends.get(this.#verb) ?? ends.get("*");
    if (route === undefined) this.#verbs = [...(this.#verbs ?? none), ...ends.keys()];
    return route;
  }
}

const none: readonly string[] = [];
