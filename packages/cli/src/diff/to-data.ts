import type { Change } from "@a2agen/generators/compare/change.ts";
import type { Comparison } from "@a2agen/generators/compare/compare-models.ts";
import type { Position } from "@a2agen/generators/model/model.ts";
import { version } from "@a2agen/generators/model/version.ts";
import { brokenCode, flowsOf } from "./page.ts";

/** One change as data. */
export type ChangeData = Omit<Change, "effects" | "reach" | "fields"> & {
  readonly effects: {
    readonly olderClient: ReturnType<typeof flowsOf>;
    readonly newerClient: ReturnType<typeof flowsOf>;
    readonly code: readonly ("client" | "server")[];
  };
};

export function toChangeData(change: Change): ChangeData {
  const { effects: _, reach: __, fields: ___, ...rest } = change;
  const [olderClient, newerClient] = [flowsOf(change, "olderClient"), flowsOf(change, "newerClient")];
  return { ...rest, effects: { olderClient, newerClient, code: brokenCode(change) } };
}

/** The changes in the Static Analysis Results Interchange Format 2.1.0, which code scanning reads. */
export function toSarif({ changes, older, newer }: Comparison): object {
  const ruleOf = ({ subject, kind }: Change): string => `${subject}-${kind}`;
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "a2agen diff",
            version,
            rules: [...new Set(changes.map(ruleOf))].sort().map((id) => ({ id })),
          },
        },
        results: changes.map((change) => {
          const position =
            change.newer === undefined
              ? positionOf(change.older, change.fields?.older?.position, older)
              : positionOf(change.newer, change.fields?.newer?.position, newer);
          return {
            ruleId: ruleOf(change),
            level: change.step === "major" ? "error" : "note",
            message: { text: `${change.place}: ${change.reason}` },
            locations:
              position === undefined
                ? []
                : [
                    {
                      physicalLocation: {
                        artifactLocation: { uri: position.file },
                        region: { startLine: position.line, startColumn: position.column },
                      },
                    },
                  ],
          };
        }),
      },
    ],
  };
}

/** Where a field, a type or an operation stands; of a value, where its enum does. */
function positionOf(
  name: string | undefined,
  field: Position | undefined,
  { types, services, methods }: Comparison["older"],
): Position | undefined {
  if (field !== undefined || name === undefined) return field;
  const parent = name.slice(0, name.lastIndexOf("."));
  const found = types.get(name) ?? services.get(name) ?? methods.get(name) ?? types.get(parent);
  return found?.position;
}
