import { DecodeError, type Issue } from "@a2agen/runtime";
import type { DeclaredEntry, ExtensionDeclaration, ExtensionSupport } from "@a2agen/runtime/extensions";
import { type Compliance, ComplianceExtension } from "../generated/index.js";

export * from "../generated/index.js";

/** For `extensions` of `createHost`, with what the card says of it. */
export interface ComplianceSupport extends ExtensionSupport {
  readonly declaration: ExtensionDeclaration<Compliance>;
}

/** States facts on the agent's card. Throws a DecodeError for facts that are none. */
export function compliance(facts: Compliance): ComplianceSupport {
  const declaration = ComplianceExtension.declare({ params: facts });
  checkFacts(facts);
  return { extension: ComplianceExtension, declaration };
}

/** As much of an agent card as is read here. */
export interface CardWithExtensions {
  readonly capabilities?: { readonly extensions?: readonly DeclaredEntry[] };
}

/**
 * The facts on an agent's card; undefined when it states none. Throws a DecodeError for facts that are none.
 */
export function complianceOf(card: CardWithExtensions): Compliance | undefined {
  const facts = ComplianceExtension.paramsIn(card.capabilities?.extensions);
  if (facts !== undefined) checkFacts(facts);
  return facts;
}

interface Text {
  /** Below the params. */
  readonly segments: readonly (string | number)[];
  readonly value: string;
  readonly form: RegExp;
  readonly expected: string;
}

/** Throws for what the proto says in words. */
function checkFacts({ contact, countries, processors = [], retentionDays = 0 }: Compliance): void {
  const country = { form: /^[A-Z]{2}$/, expected: "two capital letters of ISO 3166-1" };
  const texts: readonly Text[] = [
    { segments: ["contact"], value: contact, form: /^[^\s@]+@[^\s@]+$/, expected: "an address of mail" },
    ...countries.map((value, i) => ({ segments: ["countries", i], value, ...country })),
    ...processors.map((processor, i) => ({
      segments: ["processors", i, "country"],
      value: processor.country,
      ...country,
    })),
  ];
  const issues = texts
    .filter(({ form, value }) => !form.test(value))
    .map(({ segments, expected, value }) =>
      issueAt(segments, "format", `expected ${expected}, got ${JSON.stringify(value.slice(0, 100))}`),
    );
  if (countries.length === 0) {
    issues.push(issueAt(["countries"], "empty", "expected at least one element"));
  }
  if (retentionDays < 0) {
    issues.push(issueAt(["retentionDays"], "range", `expected 0 or more, got ${retentionDays}`));
  }
  if (issues.length > 0) throw new DecodeError("example.compliance.v1.Compliance", issues);
}

function issueAt(below: readonly (string | number)[], code: Issue["code"], message: string): Issue {
  const segments = ["params", ...below];
  const path = segments.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return { code, path: path.slice(1), segments, message };
}
