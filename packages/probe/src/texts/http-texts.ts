import type { TextsOf } from "./text.ts";

export const httpTexts: TextsOf<"http"> = {
  "http.content-type": [
    "Set Content-Type to application/a2a+json or application/json for every answer that is no stream.",
  ],
  "http.unknown-path": [
    "Answer paths that no operation has with 404. Keep catch-all routes, such as those of a web page, away from the interface.",
  ],
  "http.verb": [
    "Register each path with its method alone; answer others with 405 and Allow.",
    "A GET that changes something can be triggered by a link or a prefetch.",
  ],
  "http.bad-json": [
    "Catch the parser's exception, and answer 400 in the form of other errors.",
    "A 500 makes clients send the same broken body again.",
  ],
  "http.body-type": [
    "Check that the parsed body is an object, neither an array, null nor text, before you read its fields.",
  ],
  "http.media-type": [
    "Answer a Content-Type other than application/a2a+json or application/json with 415.",
    "Pages of other sites can send text/plain without a preflight.",
  ],
  "http.query": [
    "Read query parameters by their JSON names, such as pageSize, and percent-decode their values once.",
    "A filter that is not read returns tasks that the client did not ask for.",
  ],
  "http.encoded-id": [
    "Split the path first, then percent-decode each segment once.",
    "Identifiers may have slashes, colons and spaces.",
  ],
};
