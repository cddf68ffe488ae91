import { resolveField } from "@a2agen/generators/emit/openapi/http-path.ts";
import { buildFullExample, type ExampleInit } from "@a2agen/generators/model/example-value.ts";
import type { ModelIndex } from "@a2agen/generators/model/index-model.ts";
import type { HttpPart, MethodModel, Model, ServiceModel } from "@a2agen/generators/model/model.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import type { LoadedCode } from "./load-code.ts";
import type { Mistake, RecordedCall } from "./record-call.ts";
import { recordCall } from "./record-call.ts";

/** Examples of the values and calls of a version. */
export interface Examples {
  /** JSON; "" where there is none. */
  ofType(typeName: string): string;
  /** A call, and the answer that it gets: the error of this name or of this mistake where one is given. */
  ofCall(
    method: MethodModel,
    service: ServiceModel,
    how: { readonly binding: string; readonly error?: string; readonly mistake?: Mistake },
  ): Promise<RecordedCall | undefined>;
  /** The request as JSON on one line. */
  requestOf(method: MethodModel): string;
}

export interface ExamplesInit {
  readonly model: Model;
  readonly index: ModelIndex;
  readonly code: LoadedCode;
  /** Called for an example that our own code refuses, which is left out. */
  readonly warn: (message: string) => void;
}

/** Makes examples from the model; codecs check each, and our client and server exchange those of calls. */
export function createExamples({ model, index, code, warn }: ExamplesInit): Examples {
  const init: ExampleInit = { index, texts: pathTexts(model, index), without: tenantFields(model) };
  const made = new Map<string, unknown>();
  const make = (typeName: string): unknown => {
    if (made.has(typeName)) return made.get(typeName);
    let value = buildFullExample(typeName, init);
    // A value of an enum is one of the model's; a proto's enum has no codec.
    const isChecked = !typeName.startsWith("google.protobuf.") && index.type(typeName).kind !== "enum";
    if (value !== undefined && isChecked) {
      try {
        code.decode(typeName, value);
      } catch (error) {
        warn(`there is no example of ${typeName}: ${errorMessage(error)}`);
        value = undefined;
      }
    }
    made.set(typeName, value);
    return value;
  };
  return {
    ofType(typeName) {
      const value = make(typeName);
      return value === undefined ? "" : JSON.stringify(value, undefined, 2);
    },
    requestOf({ input }) {
      return JSON.stringify(make(input)) ?? "";
    },
    async ofCall(method, { typeName }, { binding, error, mistake }) {
      const service = code.service(typeName);
      const [request, answer] = [make(method.input), make(method.output)];
      if (service === undefined || request === undefined || answer === undefined) return undefined;
      if (binding !== "JSONRPC" && binding !== "HTTP+JSON") return undefined;
      try {
        const call = { service, member: method.member, request, answer, binding, mistake } as const;
        return await recordCall(error === undefined ? call : { ...call, error });
      } catch {
        // The binding cannot carry it: a wildcard without a field, a custom verb.
        return undefined;
      }
    },
  };
}

/** The fields that name a tenant, which most agents do not have. */
function tenantFields({ files, profiles }: Model): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ messages, profile }) => {
      const field = profiles[profile]?.tenant?.field;
      return field === undefined ? [] : messages.map(({ typeName }) => `${typeName}.${field}`);
    }),
  );
}

/** Fields whose text has to be of the form that a path wants: "shelves/1/books/1". */
function pathTexts({ files }: Model, index: ModelIndex): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { input, http } of files.flatMap((file) => file.services.flatMap(({ methods }) => methods))) {
    const [main] = http;
    for (const segment of main?.segments ?? []) {
      if (segment.kind !== "variable" || input.startsWith("google.protobuf.")) continue;
      const [part] = segment.segments;
      if (segment.segments.length === 1 && part?.kind === "wildcard" && !part.deep) continue;
      const { field, owner } = resolveField(segment.field, { input: index.message(input), index });
      const key = `${owner.typeName}.${field.name}`;
      if (!texts.has(key)) texts.set(key, segment.segments.map(segmentText).join("/"));
    }
  }
  return texts;
}

function segmentText(part: HttpPart): string {
  if (part.kind === "literal") return part.text;
  return part.deep ? "a/b" : "1";
}
