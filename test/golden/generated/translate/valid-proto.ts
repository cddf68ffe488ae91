import * as a2a10 from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import { createRandom } from "@a2agen/runtime/fakes";
import { toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { buildRegistry } from "../../../shared/process/registry.ts";
import { a2aOptions } from "../../../shared/random/a2a-limits.ts";
import { randomMessage } from "../../../shared/random/message.ts";

const registry = buildRegistry();
const modules = new Map<string, Readonly<Record<string, unknown>>>([
  ["a2a.v1", draft],
  ["lf.a2a.v1", a2a10],
]);

/** Values of a message of the draft or of 1.0, by its full name. */
export function validProto(typeName: string): fc.Arbitrary<unknown> {
  const desc = registry.getMessage(typeName);
  if (desc === undefined) throw new Error(`${typeName}: not in the image`);
  const namespace = typeName.slice(0, typeName.lastIndexOf("."));
  const decode = modules.get(namespace)?.[`decode${desc.name}Binary`] as (bytes: Uint8Array) => unknown;
  return fc.nat().map((seed) => {
    const message = randomMessage(desc, createRandom(`${typeName}/${seed}`), { ...a2aOptions, maxDepth: 8 });
    return decode(toBinary(desc, message));
  });
}
