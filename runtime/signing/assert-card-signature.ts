import { SignatureError } from "./signature-error.ts";
import { type CardVerification, type VerifyCardOptions, verifyCard } from "./verify-card.ts";

export interface AssertCardSignatureOptions<T> extends VerifyCardOptions<T> {
  /** Whether one signature that counts is enough, or all must. Default: "any", as the specification has it. */
  readonly required?: "any" | "all";
}

const shown = 5;

/**
 * Verifies the signatures of a card as `verifyCard` does and throws SignatureError unless those
 * required count; a card without signatures never passes.
 */
export async function assertCardSignature<T extends object>(
  card: T,
  options: AssertCardSignatureOptions<T>,
): Promise<CardVerification<T>> {
  const { required = "any" } = options;
  const result = await verifyCard(card, options);
  const { verified, failed } = result;
  if (verified.length > 0 && (required === "any" || failed.length === 0)) return result;
  const [first] = failed;
  if (first === undefined) throw new SignatureError("unsigned", "expected a signed card, got no signature");
  const lines = failed
    .slice(0, shown)
    .map(({ index, message, reason }) => `\n  ${options.rules.field}[${index}]: ${message} [${reason}]`);
  const more = failed.length > shown ? `\n  and ${failed.length - shown} more` : "";
  const wanted = required === "any" ? "one signature that counts" : "only signatures that count";
  throw new SignatureError(first.reason, `expected ${wanted}:${lines.join("")}${more}`, { failed });
}
