import type { ErrorObject } from "ajv/dist/2020.js";
import { describeSchema, describeType, type SchemaNode } from "./describe-schema.ts";
import { type KeyPath, parseJsonPointer } from "./key-path.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** Parameters of the errors of ajv; each keyword sets its own. */
interface ErrorParameters {
  readonly additionalProperty: string;
  readonly missingProperty: string;
  readonly type: string | readonly string[];
  readonly limit: number;
  readonly pattern: string;
  readonly i: number;
  readonly j: number;
}

/** Turns what ajv reports (with `allErrors` and `verbose`) into findings. */
export function findSchemaProblems(
  errors: readonly ErrorObject[],
  { schema, data }: { schema: SchemaNode; data: unknown },
): readonly ProfileFinding[] {
  return dropBranches(errors).flatMap((error) =>
    toFinding(error, { schema, path: parseJsonPointer(error.instancePath, data) }),
  );
}

/**
 * A failed `oneOf` comes with the errors of all its branches. Those that only say that the value is
 * not of a branch repeat the `oneOf`; when there are others, they are more exact than it.
 */
function dropBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter((error) =>
    error.keyword === "oneOf"
      ? !errors.some((other) => isInside(other, error) && !repeats(other, error))
      : !errors.some((parent) => parent.keyword === "oneOf" && repeats(error, parent)),
  );
}

function isInside(error: ErrorObject, parent: ErrorObject): boolean {
  const { instancePath } = error;
  const here = instancePath === parent.instancePath || instancePath.startsWith(`${parent.instancePath}/`);
  return here && error !== parent;
}

function repeats(error: ErrorObject, parent: ErrorObject): boolean {
  return (
    error.instancePath === parent.instancePath && (error.keyword === "const" || error.keyword === "type")
  );
}

function toFinding(
  error: ErrorObject,
  { schema, path }: { schema: SchemaNode; path: KeyPath },
): readonly ProfileFinding[] {
  const { keyword } = error;
  const params = error.params as ErrorParameters;
  // With `verbose`, ajv always sets it.
  const parent = error.parentSchema as SchemaNode;
  switch (keyword) {
    case "additionalProperties": {
      const key = params.additionalProperty;
      const expected = `one of the keys ${Object.keys(parent.properties ?? {}).join(", ")}`;
      return [{ code: "unknown-key", path: [...path, key], at: "key", expected, found: JSON.stringify(key) }];
    }
    case "required": {
      const key = params.missingProperty;
      const expected = describeSchema(parent.properties?.[key] ?? {}, schema);
      return [{ code: "missing-key", path: [...path, key], at: "parent", expected, found: "nothing" }];
    }
    case "type":
      return [{ code: "wrong-type", path, at: "value", expected: describeType(params.type) }];
    case "const":
    case "enum":
    case "oneOf":
      return [{ code: "not-allowed", path, at: "value", expected: describeSchema(parent, schema) }];
    case "minimum":
    case "maximum": {
      const bound = keyword === "minimum" ? "at least" : "at most";
      return [{ code: "out-of-range", path, at: "value", expected: `${bound} ${params.limit}` }];
    }
    case "minProperties":
    case "maxProperties": {
      const bound = keyword === "minProperties" ? "at least" : "at most";
      return [{ code: "wrong-format", path, at: "value", expected: `${bound} ${params.limit} key` }];
    }
    case "minLength":
    case "minItems": {
      const unit = keyword === "minLength" ? "character" : "element";
      const expected = `at least ${params.limit} ${unit}`;
      return [{ code: "too-short", path, at: "value", expected }];
    }
    case "pattern": {
      const expected = `text that matches ${params.pattern}`;
      const key = error.propertyName;
      if (key === undefined) return [{ code: "wrong-format", path, at: "value", expected }];
      return [
        { code: "wrong-format", path: [...path, key], at: "key", expected, found: JSON.stringify(key) },
      ];
    }
    case "format":
      return [{ code: "wrong-format", path, at: "value", expected: "a regular expression" }];
    case "uniqueItems": {
      const repeated = Math.max(params.i, params.j);
      return [{ code: "duplicate", path: [...path, repeated], at: "value", expected: "each element once" }];
    }
    case "if":
    case "propertyNames":
      // The keywords inside report the problem themselves.
      return [];
    default:
      return [{ code: "wrong-format", path, at: "value", expected: `what the keyword ${keyword} allows` }];
  }
}
