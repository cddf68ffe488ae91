import { type Contender, forEachMessage } from "./contender.ts";
import { schemas } from "./protobuf-es.ts";
import { buildZodSchema } from "./zod-schema.ts";

export const zod: Contender = {
  name: "zod",
  messages: forEachMessage((message) => {
    const schema = buildZodSchema(schemas[message]);
    return {
      decode: (text) => schema.parse(JSON.parse(text)),
      check: (value) => schema.safeParse(value).success,
    };
  }),
};
