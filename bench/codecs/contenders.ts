import { a2agen } from "./a2agen.ts";
import { a2agenPlain } from "./a2agen-plain.ts";
import { ajv } from "./ajv.ts";
import type { Contender } from "./contender.ts";
import { json } from "./json.ts";
import { protobufEs } from "./protobuf-es.ts";
import { tsProto } from "./ts-proto.ts";
import { typia } from "./typia.ts";
import { zod } from "./zod.ts";

/** In the order of the tables. */
export const contenders: readonly Contender[] = [
  json,
  a2agen,
  a2agenPlain,
  typia,
  tsProto,
  ajv,
  zod,
  protobufEs,
];
