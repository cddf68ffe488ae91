import { own } from "@a2agen/runtime/internal";
import type { JsonValue } from "@bufbuild/protobuf";
import type { PlacedData } from "../../model/extension-manifest.ts";
import type { ExtensionModel } from "../../model/model.ts";
import { toLowerWords } from "../../naming/casing.ts";
import { describeValue } from "../profile/describe-value.ts";
import { findTermContradictions } from "../profile/find-extension-contradictions.ts";
import { isRegularExpression } from "../profile/is-regular-expression.ts";
import { type KeyPath, printKeyPath } from "../profile/key-path.ts";
import { list, object } from "./option-values.ts";

/** Something in an option that is not as it should be. */
export interface OptionProblem {
  /** In the spelling of the option: "data[0].on_invalid". */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** What may stand beside a place. */
const besides: Readonly<Record<string, readonly string[]>> = {
  key: ["alsoReads"],
  prefix: ["alsoReads"],
  mediaType: ["alsoReads", "marker", "values"],
};

/**
 * Finds what is wrong with an option by itself, of what the schema of a manifest and its rules say there;
 * `value` is the JSON form of the option.
 */
export function findOptionProblems(
  value: JsonValue,
  options: Omit<ExtensionModel, "position">,
): readonly OptionProblem[] {
  const problems: OptionProblem[] = [];
  const add = (path: KeyPath, expected: string): void => {
    const spelled = path.map((key) => (typeof key === "string" ? toLowerWords(key, "_") : key));
    problems.push({ path: printKeyPath(spelled), expected, found: describeValue(valueAt(value, path)) });
  };
  const match = (path: KeyPath, pattern: RegExp, expected: string): void => {
    const found = valueAt(value, path) ?? "";
    if (typeof found !== "string" || !pattern.test(found)) add(path, expected);
  };
  options.headers.forEach(({ pattern }, i) => {
    match(["headers", i, "name"], /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "the name of a header");
    if (pattern !== undefined && !isRegularExpression(pattern))
      add(["headers", i, "pattern"], "a regular expression");
  });
  const given = list(object(value)["data"]).map(object);
  options.data.forEach(({ name, at, on }, i) => {
    if (name !== undefined) match(["data", i, "name"], /^[a-z][A-Za-z0-9]*$/, "a name in camelCase");
    if (on.length === 0 && options.objects.length === 0)
      add(["data", i, "on"], "objects that carry the data, here or for all data in objects");
    const set = object(given[i]?.["at"]);
    if (at !== undefined) checkPlace(at, set, ["data", i, "at"]);
  });
  for (const { path, expected } of findTermContradictions(toTerms(options))) add(path, expected);
  return problems;

  function checkPlace(at: NonNullable<PlacedData["at"]>, set: object, path: KeyPath): void {
    const [arm = ""] = typeof at === "string" ? ["uri"] : Object.keys(at);
    const isListed = arm in set;
    if (!isListed) add(path, "a place: uri, key, prefix, uri_without_scheme, path, part_key or media_type");
    for (const name of ["alsoReads", "marker", "values"]) {
      if (isListed && name in set && besides[arm]?.includes(name) !== true)
        add([...path, name], `none beside ${toLowerWords(arm, "_")}`);
    }
    if (arm === "key" || arm === "partKey") match([...path, arm], /./s, "a key");
    if (arm === "mediaType") match([...path, arm], /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/, "a media type");
    if (typeof at === "object" && "path" in at && (at.path.length < 2 || at.path.includes("")))
      add([...path, arm], "two names or more");
  }
}

/** An option without a kind is reported as that. */
function toTerms({ kind, ...terms }: Omit<ExtensionModel, "position">) {
  return { ...terms, kind: kind === "unspecified" ? "profile" : kind } as const;
}

function valueAt(value: JsonValue, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? own(inner, String(key)) : undefined),
    value,
  );
}
