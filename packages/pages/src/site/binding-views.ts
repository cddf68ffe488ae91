import { serviceNames } from "@a2agen/generators/emit/service/names.ts";
import { modulePath } from "@a2agen/generators/emit/shared/module-path.ts";
import type { FileModel, MethodModel, Model, ServiceModel } from "@a2agen/generators/model/model.ts";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import { type VersionRow, versionTable } from "@a2agen/versions/table.ts";
import { bindingNames } from "../shared/binding-name.ts";
import type { Examples } from "./make-examples.ts";
import type { RecordedCall } from "./record-call.ts";

/** An operation in one binding, with an example of a call. */
export interface BindingView {
  readonly name: string;
  readonly anchor: string;
  /** Names and values: method, URL, headers. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** "" where there is no example. */
  readonly request: string;
  /** The same for a shell; "" where the request is one already. */
  readonly curl: string;
  /** The same in TypeScript. */
  readonly code: string;
  readonly answer: string;
  /** What the page can send by itself, as JSON; "" for what is not HTTP. */
  readonly tried: string;
  /** Links to the playground with the JSON of the request and of the answer; "" where there is none. */
  readonly openRequest: string;
  readonly openAnswer: string;
  readonly note: string;
}

export interface BindingsInit {
  readonly service: ServiceModel;
  readonly file: FileModel;
  readonly profile: Profile;
  readonly examples: Examples;
  /** The link that opens JSON in the playground, as a value of a type or as what it is found to be. */
  readonly linkBody: (json: string, typeName?: string) => Promise<string>;
}

const streamNote =
  "The first message opens the stream of events, whose answer names it in Stream-ID. Each further message is a call of its own with that header, and is acknowledged.";

/** The bindings of a protocol side by side; all three where the profile does not say which there are. */
export async function toBindingViews(
  method: MethodModel,
  init: BindingsInit,
): Promise<readonly BindingView[]> {
  const { profile, service, examples, linkBody } = init;
  const has = (name: string): boolean => hasBinding(profile, name);
  const streamsRequests = method.streaming === "client" || method.streaming === "bidi";
  const views: BindingView[] = [];
  if (has("JSONRPC")) {
    const call = await examples.ofCall(method, service, { binding: "JSONRPC" });
    views.push({
      name: "JSON-RPC",
      anchor: "json-rpc",
      facts: [{ name: "Method", value: method.name }],
      ...toTexts(call),
      code: toTypeScript(method, { ...init, binding: "jsonrpc" }),
      openRequest: await linkBody(formatJson(call?.body)),
      openAnswer: await linkBody(formatJson(call?.answer)),
      note: streamsRequests ? streamNote : "",
    });
  }
  if (has("GRPC")) views.push(await toGrpcView(method, init));
  if (has("HTTP+JSON")) {
    const call = await examples.ofCall(method, service, { binding: "HTTP+JSON" });
    const isWhole = method.http[0]?.body === "*" && !method.http[0].template.includes("{");
    views.push({
      name: "HTTP+JSON",
      anchor: "http-json",
      facts: method.http.map(({ verb, template, body }, i) => ({
        name: i === 0 ? "URL" : "also",
        value: `${verb} ${template}${body === undefined ? "" : body === "*" ? ", the request in the body" : `, ${body} in the body`}`,
      })),
      ...toTexts(call),
      code: method.http.length === 0 ? "" : toTypeScript(method, { ...init, binding: "rest" }),
      openRequest: isWhole ? await linkBody(formatJson(call?.body), method.input) : "",
      openAnswer: await linkBody(formatJson(call?.answer), method.output),
      note:
        method.http.length === 0
          ? "HTTP+JSON does not have the operation."
          : streamsRequests
            ? streamNote
            : "",
    });
  }
  return views;
}

async function toGrpcView(method: MethodModel, init: BindingsInit): Promise<BindingView> {
  const { service, profile, examples, linkBody } = init;
  const path = `${service.typeName}/${method.name}`;
  const { version, protocolVersion } = profile;
  const metadata = version === undefined ? "" : ` -H '${version.parameter}: ${protocolVersion ?? ""}'`;
  const request = examples.requestOf(method);
  const data = request === "" ? "" : ` \\\n  -d ${quoteWord(request)}`;
  const answer = examples.ofType(method.output);
  return {
    name: "gRPC",
    anchor: "grpc",
    facts: [{ name: "Path", value: `/${path}` }],
    request: `grpcurl${metadata}${data} \\\n  agent.example.com:443 ${path}`,
    curl: "",
    code: "",
    tried: "",
    answer,
    openRequest: await linkBody(formatJson(request), method.input),
    openAnswer: await linkBody(answer, method.output),
    note: "",
  };
}

/** In single quotes, for a shell. */
function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The bindings that a profile has; all three where it does not say. */
export function bindingsOf({
  files,
  profiles,
}: Model): readonly { readonly name: string; readonly has: boolean }[] {
  const used = files.filter(({ requested }) => requested).flatMap(({ profile }) => profiles[profile] ?? []);
  return Object.entries(bindingNames).map(([binding, name]) => ({
    name,
    has: used.some((profile) => hasBinding(profile, binding)),
  }));
}

function hasBinding({ bindings }: Profile, name: string): boolean {
  return bindings?.includes(name) !== false;
}

type CodeInit = BindingsInit & { readonly binding: "jsonrpc" | "rest" };

/** A call of the generated client. */
function toTypeScript(method: MethodModel, { service, file, profile, examples, binding }: CodeInit): string {
  const json = JSON.stringify(JSON.parse(examples.requestOf(method) || "{}"), undefined, 2);
  const request = json.replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
  const { service: name } = serviceNames(service);
  const version: VersionRow | undefined = versionTable.find((row) => row.name === profile.name);
  const from = version?.module ?? `./${modulePath(file.name, "service")}.js`;
  const [create, factory] =
    binding === "rest" ? ["createRestTransport", "rest"] : ["createJsonRpcTransport", "jsonRpc"];
  const open =
    version === undefined
      ? [
          `import { ${create} } from "@a2agen/runtime/${binding}";`,
          'import { createClient } from "@a2agen/runtime/service";',
          `import { ${name} } from "${from}";`,
          "",
          `const transport = ${create}(${name}.protocol, { url: "https://agent.example.com" });`,
          `const client = createClient(${name}, transport);`,
        ]
      : [
          'import { connect } from "@a2agen/runtime/client";',
          `import { ${factory} } from "@a2agen/runtime/${binding}";`,
          `import { ${name}Client } from "${from}";`,
          "",
          'const agent = "https://agent.example.com";',
          `const { client } = await connect(${name}Client, agent, { bindings: [${factory}()] });`,
        ];
  const call = `client.${method.member}(${request})`;
  const use =
    method.streaming === "unary"
      ? [`const answer = await ${call};`, "console.log(answer);"]
      : [`for await (const event of ${call}) console.log(event);`];
  const sends = method.streaming === "client" || method.streaming === "bidi";
  return sends ? "" : `${[...open, ...use].join("\n")}\n`;
}

type Texts = Pick<BindingView, "request" | "curl" | "answer" | "tried">;

/** A recorded call as it went over HTTP. */
export function toTexts(call: RecordedCall | undefined): Texts {
  if (call === undefined) return { request: "", curl: "", answer: "", tried: "" };
  const { verb, target, headers, body, status, answerHeaders, answer } = call;
  const heads = (list: RecordedCall["headers"]): string =>
    list.map(([name, value]) => `${titleCase(name)}: ${value}\n`).join("");
  const sent = formatJson(body) || body;
  const curl = [
    `curl ${verb === "GET" ? "" : `-X ${verb} `}${quoteWord(`https://agent.example.com${target}`)}`,
    ...headers.map(([name, value]) => `-H ${quoteWord(`${titleCase(name)}: ${value}`)}`),
    ...(sent === "" ? [] : [`-d ${quoteWord(sent)}`]),
  ].join(" \\\n  ");
  return {
    curl,
    tried: JSON.stringify({ verb, target, headers, body: sent }),
    request: `${verb} ${target} HTTP/1.1\nHost: agent.example.com\n${heads(headers)}${withBody(body)}`,
    answer: `HTTP/1.1 ${status}\n${heads(answerHeaders)}${withBody(answer)}`,
  };
}

/** "a2a-version" -> "A2A-Version". */
function titleCase(header: string): string {
  return header
    .split("-")
    .map((word) => (word === "a2a" ? "A2A" : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join("-");
}

function withBody(body: string): string {
  if (body === "") return "";
  // What is no JSON are events of a stream.
  return `\n${formatJson(body) || body.trimEnd()}`;
}

/** \"\" for text that is not JSON. */
export function formatJson(text = ""): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return "";
  }
}
