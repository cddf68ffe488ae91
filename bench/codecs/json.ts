import { type Contender, forEachMessage, type Operations } from "./contender.ts";

// Not the functions themselves: the second argument of both means something.
const operations: Operations = {
  decode: (text) => JSON.parse(text) as unknown,
  respelled: (text) => JSON.parse(text) as unknown,
  encode: (value) => JSON.stringify(value),
  canonical: (value) => JSON.stringify(value),
};

/** The limit: what the platform does without any check. */
export const json: Contender = { name: "JSON", messages: forEachMessage(() => operations) };
