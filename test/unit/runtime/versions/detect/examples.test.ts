import { detect } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import legacy from "../../../../shared/a2a-0.3/legacy-0.2-examples.json" with { type: "json" };
import draft from "../../../../shared/vectors/draft-examples.json" with { type: "json" };
import acp from "./acp-examples.json" with { type: "json" };
import extension from "./extension-examples.json" with { type: "json" };
import { formatDetection } from "./format-detection.ts";

interface Example {
  readonly id: string;
  readonly json: unknown;
  readonly type?: string;
  readonly valid?: boolean;
}

const draftExamples: readonly Example[] = draft;

describe("the examples of the specifications", () => {
  for (const [name, examples] of Object.entries({
    "legacy-0.2": legacy,
    draft: draftExamples,
    extension,
    acp,
  })) {
    test(`those of ${name} have their verdicts`, async () => {
      const verdicts = (examples as readonly Example[]).map(({ id, json, type }) =>
        [type === undefined ? id : `${id} ${type}`, ...formatDetection(detect(json))].join("\n  "),
      );
      await expect(`${verdicts.join("\n\n")}\n`).toMatchFileSnapshot(`./${name}-verdicts.txt`);
    });
  }

  /** Valid in the draft, and in 1.0 as well: they have no enum and nothing else that differs. */
  const ambiguous = new Set(["s003-L1103", "s003-L1404", "s003-L1470", "s003-L1478", "s003-L1841"]);

  test.each(draftExamples.filter(({ valid }) => valid === true))(
    "$id is a $type of the draft",
    ({ id, json, type }) => {
      const { candidates, nearest } = detect(json);
      const found = candidates.filter(({ unknownFields }) => unknownFields.length === 0);
      expect(found).toContainEqual(
        expect.objectContaining({ dialect: "a2a-1.0-draft", typeName: `a2a.v1.${type}`, at: [] }),
      );
      expect(new Set(found.map(({ dialect }) => dialect)).size > 1).toBe(ambiguous.has(id));
      expect(nearest).toEqual([]);
    },
  );

  /** A card that lacks its version only, which a client reads nevertheless. */
  const readable = new Set(["s003-L1020"]);

  test.each(draftExamples.filter(({ valid }) => valid === false))(
    "$id is nearest to a $type of the draft",
    ({ id, json, type }) => {
      const { candidates, nearest } = detect(json);
      expect(candidates.length > 0).toBe(readable.has(id));
      expect(
        (readable.has(id) ? candidates.slice(0, 1) : nearest).map(
          ({ dialect, typeName }) => `${dialect} ${typeName}`,
        ),
      ).toContain(`a2a-1.0-draft a2a.v1.${type}`);
    },
  );
});
