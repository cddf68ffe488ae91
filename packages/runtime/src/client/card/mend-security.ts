import type { Issue } from "../../core/issue.ts";
import { isObject } from "../../core/object.ts";
import { listAt, valueAt } from "../../service/field-path.ts";
import { fromOpenApi } from "../../service/openapi-security.ts";
import type { CardRules } from "../../service/protocol.ts";

/**
 * Rewrites security in the form of OpenAPI, as the sample card of the draft has it (8.5), in the form of a
 * version with another one. Both the schemes and the requirements have to be in that form: a card that says
 * in other fields what it requires is left to the version of those fields.
 */
export function mendSecurity(
  card: unknown,
  { security, securitySchemes, securityRequirements }: CardRules,
  issues: Issue[],
): void {
  const schemes = valueAt(card, securitySchemes);
  const requirements = listAt(card, securityRequirements);
  const [path = ""] = securitySchemes;
  const [required = ""] = securityRequirements;
  if (security === "openapi" || !isObject(card) || !isObject(schemes) || !requirements[0]) return;
  if (!Object.values(schemes).every((scheme) => isObject(scheme) && typeof scheme["type"] === "string"))
    return;
  if (!requirements.every((entry) => isObject(entry) && Object.values(entry).every(Array.isArray))) return;
  const mended = fromOpenApi(requirements, schemes);
  Object.assign(card, { [path]: mended.schemes, [required]: mended.requirements });
  const message = "expected the form of this version, found that of OpenAPI";
  issues.push({ code: "format", path, segments: [path], message });
}
