import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Contender, forEachMessage } from "./contender.ts";
import { buildJsonSchema } from "./json-schema.ts";
import { schemas } from "./protobuf-es.ts";

const compiler = new Ajv2020();
addFormats(compiler);

export const ajv: Contender = {
  name: "ajv",
  messages: forEachMessage((message) => {
    const validate: ValidateFunction = compiler.compile(buildJsonSchema(schemas[message]));
    return {
      decode(text) {
        const value: unknown = JSON.parse(text);
        if (!validate(value)) throw new Error(compiler.errorsText(validate.errors));
        return value;
      },
      check: (value) => validate(value),
    };
  }),
};
