import { defined } from "@a2agen/runtime/internal";
import type { ParameterObject, ReferenceObject } from "openapi3-ts/oas32";
import type { Profile, ServiceParameter } from "../../model/profile.ts";

export interface ServiceParameters {
  /** For `components.parameters`. */
  readonly components: Readonly<Record<string, ParameterObject>>;
  /** What every operation of the protocol has. */
  readonly references: readonly ReferenceObject[];
}

/** The parameters that accompany every call, as headers and, where the profile allows it, in the query. */
export function buildServiceParameters({ serviceParameters, version }: Profile): ServiceParameters {
  const components: Record<string, ParameterObject> = {};
  for (const parameter of serviceParameters) {
    const isMandatory = version?.parameter === parameter.name && version.sent === "must";
    const absent =
      version?.parameter === parameter.name
        ? ` A call without it is taken for version ${version.emptyMeansAlone ?? version.emptyMeans}.`
        : "";
    const either = isMandatory && parameter.query ? " To be sent here or in the query." : "";
    components[parameter.name] = {
      name: parameter.name,
      in: "header",
      description: `${parameter.description}${absent}${either}`,
      required: isMandatory && !parameter.query,
      ...describeValue(parameter),
    };
    if (parameter.query) {
      components[`${parameter.name}-query`] = {
        name: parameter.name,
        in: "query",
        description: `The same as the header \`${parameter.name}\`, for clients that cannot send the header.`,
        required: false,
        ...describeValue(parameter),
      };
    }
  }
  const references = Object.keys(components).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return { components, references };
}

function describeValue({ list, pattern, example }: ServiceParameter): Partial<ParameterObject> {
  const text = { type: "string" as const, ...defined({ pattern }) };
  if (!list) return { schema: text, ...defined({ example }) };
  return {
    schema: { type: "array", items: text },
    explode: false,
    ...(example === undefined ? {} : { example: [example] }),
  };
}
