import { describe, expect, test } from "vitest";
import { migrateText } from "../../../../packages/cli/src/migrate/migrate-text.ts";
import { findVersion, loadVersions } from "../../../../packages/migrate/src/versions.ts";
import legacy from "../../../shared/a2a-0.3/legacy-0.2-examples.json" with { type: "json" };
import draft from "../../../shared/vectors/draft-examples.json" with { type: "json" };

const versions = await loadVersions();
const targets = versions.dialects.map(({ name }) => name);

describe.each([
  { name: "legacy-0.2", examples: legacy as readonly { id: string; json: unknown }[] },
  { name: "draft", examples: draft as readonly { id: string; json: unknown }[] },
])("the examples of $name", ({ name, examples }) => {
  test.each(targets)("become %s, or it is said why not, and stay so", async (target) => {
    const aim = { versions, to: findVersion(target, "--to", versions.dialects) };
    const lines: string[] = [];
    for (const { id, json } of examples) {
      const { text, changes, warnings, left, refusals } = await migrateText(
        JSON.stringify(json),
        "json",
        aim,
      );
      const verdict = changes.length > 0 ? `from ${changes.join(", ")}` : "as it is";
      const notes = [...warnings, ...left, ...refusals].map(
        ({ path, message }) => `\n    ${[path, message].filter((word) => word !== "").join(": ")}`,
      );
      lines.push(`${id} ${verdict}${notes.join("")}`);
      const again = await migrateText(text, "json", aim);
      expect({ id, text: again.text }).toEqual({ id, text });
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(
      `../../../expected/migrate/${name}-to-${target}.txt`,
    );
  });
});
