import { readFile } from "node:fs/promises";
import { acceptExtensions, activateExtensions, createSchemaSource } from "@a2agen/runtime/negotiation";
import { open, strict } from "./generated/composition.ts";
import type { CheckoutSession } from "./generated/types.ts";
import * as reading from "./generated/validate.open.js";
import * as writing from "./generated/validate.strict.js";

interface Recorded {
  readonly request: unknown;
  readonly response: unknown;
}

for (const name of ["applied", "automatic", "rejected", "stacked"]) {
  const text = await readFile(new URL(`sessions/${name}.json`, import.meta.url), "utf8");
  console.log(name);
  play(JSON.parse(text) as Recorded);
}

console.log("what a merchant makes of other requests");
for (const requested of [
  undefined,
  ["discount@2025-06-01"],
  ["com.example.gifts", 7, "discount"],
  "discount",
]) {
  const { active, findings } = activateExtensions(requested, strict.extensions);
  console.log(`  ${JSON.stringify(requested)}: active ${JSON.stringify(active)}`);
  for (const { severity, message } of findings) console.log(`    ${severity}: ${message}`);
}

console.log("the fields of a session");
const source = createSchemaSource(open);
for (const active of [[], ["discount@2026-01-27"]]) {
  const { $defs } = source.schemaFor(active) as { readonly $defs: Definitions };
  console.log(`  ${JSON.stringify(active)}: ${Object.keys($defs.CheckoutSession.properties).join(", ")}`);
}

interface Definitions {
  readonly CheckoutSession: { readonly properties: object };
}

/** One request and its answer, first as the merchant sees them, then as the agent does. */
function play({ request, response }: Recorded): void {
  if (!reading.validateCheckoutRequest(request)) {
    refuse("request", reading.validateCheckoutRequest);
    return;
  }
  const requested = request.capabilities?.extensions ?? [];
  const { extensions, active } = activateExtensions(requested, strict.extensions);
  console.log(`  asked for ${requested.join(", ")}; active ${active.join(", ")}`);
  const answer = { ...(response as object), capabilities: { extensions } };
  if (!writing.validateCheckoutSession(answer)) {
    refuse("answer", writing.validateCheckoutSession);
    return;
  }

  const received: unknown = JSON.parse(JSON.stringify(answer));
  if (!reading.validateCheckoutSession(received)) {
    refuse("answer", reading.validateCheckoutSession);
    return;
  }
  const accepted = acceptExtensions(received.capabilities?.extensions, {
    requested,
    known: open.extensions,
    targets: open.targets,
  });
  if (accepted.active.length > 0) show(received);
}

function show({ discounts, messages = [] }: CheckoutSession): void {
  for (const { title, code, amount } of discounts?.applied ?? []) {
    console.log(`  ${title} (${code ?? "automatic"}): ${amount}`);
  }
  for (const { code, path, content } of messages) console.log(`  ${code} at ${path}: ${content}`);
}

function refuse(
  what: string,
  { errors }: { readonly errors: readonly reading.ValidationProblem[] | null },
): void {
  const [first] = errors ?? [];
  console.log(`  the ${what} is not valid: ${first?.instancePath} ${first?.message}`);
}
