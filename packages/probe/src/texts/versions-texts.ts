import type { TextsOf } from "./text.ts";

export const versionsTexts: TextsOf<"versions"> = {
  "versions.unsupported": [
    "Compare A2A-Version with the versions of this interface before you read the body; answer others with VersionNotSupportedError.",
    "A client of another version would misread the answer instead of choosing another interface.",
  ],
  "versions.patch": [
    "Compare only major and minor of A2A-Version.",
    "Patch releases do not change the protocol.",
  ],
  "versions.empty": [
    "Take a missing or empty A2A-Version for the version before the header existed; answer VersionNotSupportedError if you do not speak it.",
    "Clients of that version do not know the header.",
  ],
  "versions.query": [
    "Read A2A-Version from the query where the header is absent.",
    "Some clients cannot set headers, such as EventSource in browsers.",
  ],
  "versions.malformed": [
    "Accept only two numbers and a dot, with an optional patch number; answer others with VersionNotSupportedError.",
    "Guessing a version means answering in a form that the client may not read.",
  ],
  "versions.case": [
    "Look headers up without regard to case: Node lowercases names, and HTTP/2 sends them so.",
    "Proxies change the case of names.",
  ],
};
