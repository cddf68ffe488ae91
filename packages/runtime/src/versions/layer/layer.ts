import type { Issue } from "../../core/issue.ts";
import type { Loss } from "../translate/translator.ts";
import { type LayerFacts, type LayerReading, type LayerTranslation, namesOf, sideOf } from "./layer-facts.ts";
import { type LayerJson, type LayerValue, readEither, readValue, writeValue } from "./read-value.ts";

/** A call: the version in which it is made, and the method by its name in the newer version. */
export interface LayerCall<Method, Version extends string> {
  readonly version: Version;
  readonly method: Method;
}

/** A value in the newer version, and the version that it had; or what is wrong with it as that. */
export type LayerFound<Value, Version extends string> =
  | { readonly ok: true; readonly version: Version; readonly value: Value; readonly losses: readonly Loss[] }
  | { readonly ok: false; readonly version: Version; readonly issues: readonly Issue[] };

/** Makes the reader of the answers of methods, or of the events that they stream. */
export function createAnswerReader<Answers, Version extends string>(
  facts: LayerFacts,
  readings: { readonly [Method in keyof Answers]: LayerReading },
) {
  return <Method extends keyof Answers>(
    { version, method }: LayerCall<Method, Version>,
    json: unknown,
  ): LayerValue<Answers[Method]> =>
    readValue(readings[method], json, sideOf(facts, version)) as LayerValue<Answers[Method]>;
}

/** Makes the writer of the answers of methods, or of the events that they stream. */
export function createCallWriter<Values, Version extends string>(
  facts: LayerFacts,
  writings: { readonly [Method in keyof Values]?: LayerTranslation },
) {
  return <Method extends keyof Values>(
    { version, method }: LayerCall<Method, Version>,
    value: Values[Method],
  ): LayerJson => writeValue(facts, writings[method], { version, value });
}

/** A request as JSON-RPC has it: the name of the method, and `json` for its params. */
export interface LayerRequestJson extends LayerJson {
  readonly method: string;
}

/** Makes the writer of the requests of methods. */
export function createRequestWriter<Values, Version extends string>(
  facts: LayerFacts,
  writings: { readonly [Method in keyof Values]?: LayerTranslation },
) {
  const write = createCallWriter<Values, Version>(facts, writings);
  return <Method extends keyof Values & string>(
    call: LayerCall<Method, Version>,
    value: Values[Method],
  ): LayerRequestJson => {
    const [method = call.method] = namesOf(facts, sideOf(facts, call.version), call.method);
    return { method, ...write(call, value) };
  };
}

/** Makes the reader of values of one type, of the version that they are of. */
export function createReader<Value, Version extends string>(facts: LayerFacts, reading: LayerReading) {
  return (json: unknown): LayerFound<Value, Version> => {
    const { side, ...found } = readEither(reading, json);
    return { ...found, version: facts[side].version } as LayerFound<Value, Version>;
  };
}

/** Makes the writer of values of one type. */
export function createWriter<Value, Version extends string>(facts: LayerFacts, writing: LayerTranslation) {
  return (version: Version, value: Value): LayerJson => writeValue(facts, writing, { version, value });
}
