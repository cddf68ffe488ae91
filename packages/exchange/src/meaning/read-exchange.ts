import type { Codec } from "@a2agen/runtime";
import type { Meaning, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { readGrpc } from "./grpc-reader.ts";
import { readHttpJson } from "./http-json-reader.ts";
import { readJsonRpc } from "./json-rpc-reader.ts";
import { meaningOf, type Reader, readJson, readMessage, type Spoken } from "./reader.ts";

/** The reader of an exchange in the version and over the binding that are spoken; never throws. */
export function readExchange(request: Request, spoken: Spoken): Reader {
  switch (spoken.binding) {
    case "JSONRPC":
      return readJsonRpc(request, spoken.service);
    case "HTTP+JSON":
      return readHttpJson(request, spoken.service, spoken.url);
    case "GRPC":
      return spoken.grpc === undefined ? anyJson : readGrpc(request, spoken.grpc);
    default:
      return anyJson;
  }
}

/** The reader of a request for the agent card, in the version whose codec has the fewest problems with it. */
export function readCardExchange(codecs: readonly Codec<object>[]): Reader {
  return {
    frame(bytes, { status }) {
      const parsed = readJson(bytes);
      if ("wrong" in parsed) return parsed.wrong;
      const meanings = status < 400 ? codecs.map((codec) => readMessage(codec, parsed.value)) : [];
      const count = ({ problems = [] }: Meaning): number => problems.length;
      const [best] = meanings.toSorted((one, other) => count(one) - count(other));
      return best ?? meaningOf({ value: parsed.value, problems: [] });
    },
  };
}

/** For what no version is known of: JSON without a type. */
export const anyJson: Reader = {
  frame(bytes) {
    const parsed = readJson(bytes);
    return "wrong" in parsed ? undefined : meaningOf({ value: parsed.value, problems: [] });
  },
};
