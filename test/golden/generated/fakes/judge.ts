import { isDeepStrictEqual } from "node:util";
import type { Invalid } from "@a2agen/runtime/arbitraries";
import type { Subject } from "./subjects.ts";

/** What codec, schema or wire form have against a value; undefined for nothing. */
export function findObjection({ codec, schema, binary }: Subject, value: unknown): string | undefined {
  const before = structuredClone(value);
  const result = codec.tryDecode(value);
  if (!result.ok) return `the codec says ${JSON.stringify(result.issues)}`;
  // Fields of lists may be left out, but nothing is spelled in another way.
  if (!isDeepStrictEqual(value, before)) return `decoding changed ${JSON.stringify(before)}`;
  if (schema !== undefined && !schema(value)) return `the schema says ${JSON.stringify(schema.errors)}`;
  if (binary === undefined) return undefined;
  const bytes = binary.encode(value);
  const back = binary.decode(bytes);
  if (isDeepStrictEqual(binary.encode(back), bytes) && codec.is(back)) return undefined;
  return `the wire form makes ${JSON.stringify(back)} of ${JSON.stringify(value)}`;
}

/** How the codec's report differs from what it must be; what schemas can say they must refuse too. */
export function findWrongReport({ codec, schema }: Subject, { value, issues }: Invalid): string | undefined {
  const result = codec.tryDecode(structuredClone(value));
  const reported = result.ok ? [] : result.issues.map(({ path, code }) => ({ path, problem: code }));
  const [expected, found] = [JSON.stringify(issues), JSON.stringify(reported)];
  if (found !== expected) return `expected ${expected}, got ${found} of ${JSON.stringify(value)}`;
  const isBeyondSchemas = issues.some(({ problem }) => problem === "text" || problem === "depth");
  if (schema === undefined || isBeyondSchemas || !schema(value)) return undefined;
  return `the schema takes what is ${expected}: ${JSON.stringify(value)}`;
}
