import type { DataLimit } from "@a2agen/runtime/extensions";
import { defined } from "@a2agen/runtime/internal";
import type { ExtensionModel, FieldModel } from "../../model/model.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { DataType, ResolvedData } from "./resolved-extension.ts";
import type { TermsContext } from "./terms-context.ts";

interface LimitsContext extends TermsContext {
  readonly data: readonly ResolvedData[];
  readonly params: DataType | undefined;
}

/** The limits with the JSON names of fields; what is not there is reported. */
export function resolveLimits(
  { limits, position }: ExtensionModel,
  { extension, data: known, params, types, diagnostics }: LimitsContext,
): readonly DataLimit[] {
  return limits.flatMap(({ data: name, path, rule, param }): readonly DataLimit[] => {
    const refuse = (problem: string): readonly never[] => {
      diagnostics.report(extensionDiagnostics["extension-limit"], position, { extension, path, problem });
      return [];
    };
    const data = known.find((one) => one.name === (name ?? ""));
    if (data === undefined) return refuse(`is of the data "${name ?? ""}"; ${adviseName(known)}`);
    if (rule === "unspecified") return refuse("has no rule; set rule to LIMIT_RULE_MAX_ITEMS or another one");
    if (params === undefined) return refuse("needs params that could set it; give the extension some");
    const limited = spellPath(data.type, path.split("."), "data");
    const setting = spellPath(params, [param], "params");
    return limited === undefined || setting === undefined
      ? []
      : [defined({ data: name, path: limited, rule, param: setting })];

    /** The path by JSON names; what schemas do not list may be there as well. */
    function spellPath(type: DataType, steps: readonly string[], of: string): string | undefined {
      if (type.kind === "schema") return steps.join(".");
      let fields: readonly FieldModel[] = type.message.fields;
      const spelled: string[] = [];
      for (const step of steps) {
        const wanted = step.replace(/\[\]$/, "");
        const field = fields.find((one) => one.name === wanted);
        const isFit = field !== undefined && (step === wanted || field.shape.kind === "list");
        if (!isFit) {
          const names = fields.map((one) => (one.shape.kind === "list" ? `${one.name}[]` : one.name));
          refuse(
            `leads to "${step}" of its ${of}, which has the fields ${names.join(", ")}; name one of them`,
          );
          return undefined;
        }
        spelled.push(step === wanted ? field.jsonName : `${field.jsonName}[]`);
        const inner = field.shape.type;
        fields = inner.kind === "message" ? (types.message(inner.typeName)?.fields ?? []) : [];
      }
      return spelled.join(".");
    }
  });
}

/** What to do about a name of data that there is not. */
export function adviseName(data: readonly ResolvedData[]): string {
  const names = data.flatMap(({ name }) => (name === "" ? [] : `"${name}"`));
  return names.length === 0 ? "its data has no name, so leave data out" : `name one of ${names.join(", ")}`;
}
