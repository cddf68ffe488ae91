import type { AgentInterface } from "@a2agen/a2a-1.0";
import { usualBinding } from "@a2agen/runtime/internal";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { type SafeText, safe, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Target } from "./call-plan.ts";
import { fetchCard } from "./fetch-card.ts";
import type { OpenInit } from "./open-agent.ts";
import { readCard } from "./read-card.ts";
import { showCard } from "./show-card.ts";
import { verifySignatures } from "./verify-keys.ts";

/** Shows the card of an agent, even one that cannot be called from here. */
export async function runCard(
  target: Target,
  around: Pick<OpenInit, "screen" | "stop" | "recorder">,
): Promise<Outcome> {
  const { screen } = around;
  const { raw, where, agent, problem } = await fetchCard(target, around);
  if (problem !== undefined) {
    screen.note(`the agent cannot be called so: ${problem.problem}`, "warning");
    for (const hint of problem.hints) screen.note(hint);
  }
  try {
    if (screen.isJson) {
      screen.json(raw);
      return 0;
    }
    const used = agent?.connection.interface;
    const isUsed = ({ url, protocolBinding, protocolVersion }: AgentInterface): boolean =>
      used?.url === url &&
      used.protocolBinding === usualBinding(protocolBinding) &&
      used.protocolVersion === protocolVersion;
    const signatures = await describeSignatures(raw, target.keys);
    showCard(screen, {
      card: agent?.card ?? readCard(raw).card,
      where,
      isUsed,
      signatures: signatures.lines,
    });
    return signatures.isRefused ? 1 : 0;
  } finally {
    await agent?.close();
  }
}

async function describeSignatures(
  raw: unknown,
  keys: readonly string[],
): Promise<{ readonly lines: readonly SafeText[]; readonly isRefused: boolean }> {
  const { verified, failed } = await verifySignatures(raw, keys);
  const good = verified.map(({ index, alg, kid, origin }) => ({
    index,
    line: safe`${index + 1}: verified, ${safeLine(alg)}${keyOf(kid)}, from ${origin === "jku" ? safe`the URL that it names` : safe`--keys`}`,
  }));
  const bad = failed.map(({ index, reason, message, kid }) => ({
    index,
    line:
      keys.length === 0
        ? safe`${index + 1}: not verified${keyOf(kid)}; --keys FILE|URL says which keys are trusted`
        : safe`${index + 1}: NOT VALID, ${safeLine(reason)}: ${safeLine(message)}`,
  }));
  const lines = [...good, ...bad].toSorted((one, other) => one.index - other.index).map(({ line }) => line);
  return { lines, isRefused: keys.length > 0 && verified.length === 0 };
}

function keyOf(kid: string | undefined): SafeText {
  return kid === undefined ? safe`` : safe`, key ${safeLine(kid)}`;
}
