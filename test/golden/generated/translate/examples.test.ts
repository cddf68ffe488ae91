import { compose, type Translator } from "@a2agen/runtime/versions";
import { a2a03ToA2a10Types, a2a03ToDraftTypes, draftToA2a10Types } from "@a2agen/translate";
import { expect, test } from "vitest";
import examples from "../../../shared/a2a-0.3/legacy-0.2-examples.json" with { type: "json" };
import { canonical, differences } from "./compare.ts";
import { codecOf } from "./values.ts";

type Name = "SendMessageRequest" | "StreamResponse" | "Task" | "AgentCard";

/** What an example is about, without the envelope of JSON-RPC. */
function contentOf(json: object): { readonly name: Name; readonly value: unknown } {
  if ("params" in json) return { name: "SendMessageRequest", value: json.params };
  if ("result" in json) return { name: "StreamResponse", value: json.result };
  return { name: "kind" in json ? "Task" : "AgentCard", value: json };
}

const oldFile = 'the file has "data", which its own table calls "bytes"';
const oldPart = 'the part has "type", as before 0.2, and not "kind"';

/** Examples that are no values of 0.3, with the reason, and whether the lenient mode reads them. */
const invalid: Readonly<Record<string, { readonly reason: string; readonly lenient: boolean }>> = {
  "s001-L288": { reason: "0.2 has no protocolVersion", lenient: true },
  "s001-L1015": { reason: "the message has no role, which its own table demands", lenient: true },
  "s001-L1042": { reason: oldFile, lenient: false },
  "s001-L1072": { reason: oldFile, lenient: false },
  "s001-L1108": { reason: oldPart, lenient: true },
  "s001-L1126": { reason: oldPart, lenient: true },
  "s001-L1145": { reason: oldPart, lenient: true },
  "s001-L1188": { reason: `messageId stands beside the message`, lenient: true },
  "s001-L1276": { reason: `the message of the status has no messageId`, lenient: true },
  "s001-L1398": { reason: "the task has no kind, which tells it from a message", lenient: true },
};

/** What does not come across. */
const losses: Readonly<Record<string, readonly string[]>> = {
  // The example cuts the image off with three points.
  "s001-L1442": ["message.parts[1].file.bytes"],
  "s001-L1188": ["messageId"],
  ...Object.fromEntries(
    // What was the kind before 0.2 is an unknown field beside the kind that the lenient mode adds.
    ["s001-L1108", "s001-L1126", "s001-L1145"].map((id) => [id, ["artifact.parts[0].type"]]),
  ),
};

function waysOf(name: Name): readonly (readonly [string, Translator])[] {
  const draft: Translator = a2a03ToDraftTypes[name];
  const by = compose(draft, draftToA2a10Types[name] as Translator);
  return [
    ["1.0", a2a03ToA2a10Types[name]],
    ["the draft", draft],
    ["1.0 by the draft", by],
  ];
}

const ways = examples.flatMap(({ id, json }) => {
  const { name, value } = contentOf(json);
  return waysOf(name).map(([title, translator]) => ({ id, title, name, value, translator }));
});

test("the reasons why examples are no values of 0.3 hold, and there is no other such example", () => {
  const verdicts = examples.map(({ id, json }) => {
    const { name, value } = contentOf(json);
    const codec = codecOf(a2a03ToA2a10Types[name].older);
    const decodes = (lenient: boolean): boolean => {
      try {
        codec?.decode(structuredClone(value), { lenient });
        return true;
      } catch {
        // That it is refused is the answer.
        return false;
      }
    };
    return [id, decodes(false) ? "valid" : decodes(true) ? "lenient" : "refused"];
  });
  expect(verdicts).toEqual(
    examples.map(({ id }) => {
      const given = invalid[id];
      return [id, given === undefined ? "valid" : given.lenient ? "lenient" : "refused"];
    }),
  );
});

test.each(ways.filter(({ id }) => invalid[id]?.lenient !== false))(
  "$id goes to $title and back without loss",
  ({ id, value, translator }) => {
    const given = codecOf(translator.older)?.decode(structuredClone(value), { lenient: true });
    const there = translator.upgrade(given);
    codecOf(translator.newer)?.decode(structuredClone(there.value));
    const back = translator.downgrade(there.value);
    const lost = [...there.losses, ...back.losses].map(({ path }) => path);
    expect(lost.filter((path) => !(losses[id] ?? []).includes(path))).toEqual([]);
    const differing = differences(canonical(given), canonical(back.value)).map((path) => path.join("."));
    expect(differing).toEqual(
      (losses[id] ?? []).map((path) => path.replace(/\[(\d+)\]/g, ".$1")).slice(0, lost.length),
    );
  },
);
