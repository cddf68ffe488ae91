import { type AgentCard, AgentCardCodec, type AgentInterface } from "@a2agen/a2a-1.0";
import { older } from "@a2agen/exchange/versions.ts";
import { isConnectError } from "@a2agen/runtime/client";
import { usualBinding } from "@a2agen/runtime/internal";
import { isCallError, type Method } from "@a2agen/runtime/service";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { type SafeText, safe, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Target } from "./call-plan.ts";
import { explainError } from "./explain-error.ts";
import { type Agent, type OpenInit, openAgent } from "./open-agent.ts";
import { proxiedFetch } from "./proxied-fetch.ts";
import { showCard } from "./show-card.ts";
import { verifySignatures } from "./verify-keys.ts";

/** Shows the card of an agent, even one that cannot be called from here. */
export async function runCard(
  target: Target,
  around: Pick<OpenInit, "screen" | "stop" | "recorder">,
): Promise<Outcome> {
  const { screen } = around;
  const send = await proxiedFetch(process.env);
  let raw: unknown;
  let where = "";
  let agent: Agent | undefined;
  try {
    agent = await openAgent(
      // Signatures are reported below, valid or not.
      { ...target, keys: [] },
      {
        ...around,
        options: {
          authentication: "none",
          allowInterface: () => true,
          fetch: (input, init) => {
            where = input instanceof Request ? input.url : String(input);
            return send(input, init);
          },
          verifyCard: (card) => {
            raw = card;
          },
        },
      },
    );
  } catch (error) {
    // The card is shown anyway; why it cannot be called comes after it.
    if (raw === undefined || !(isConnectError(error) || isCallError(error))) throw error;
    if (isConnectError(error, "card-invalid")) throw error;
    const { problem, hints } = explainError(error, target);
    screen.note(`the agent cannot be called so: ${problem}`, "warning");
    for (const hint of hints) screen.note(hint);
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
    showCard(screen, { card: agent?.card ?? readCard(raw), where, isUsed, signatures: signatures.lines });
    return signatures.isRefused ? 1 : 0;
  } finally {
    await agent?.close();
  }
}

/** The card in the types of 1.0, from the version that it fits best. */
function readCard(raw: unknown): AgentCard {
  const own = AgentCardCodec.tryDecode(structuredClone(raw), { lenient: true });
  if (own.ok && (own.value.supportedInterfaces ?? []).length > 0) return own.value;
  for (const { card, older: version } of older) {
    const { typeName } = version.protocol.card ?? {};
    const codec = Object.values<Method>(version.methods).find(
      ({ output }) => output.typeName === typeName,
    )?.output;
    const read = codec?.tryDecode(structuredClone(raw), { lenient: true });
    if (read?.ok !== true) continue;
    try {
      // The translator of cards makes cards.
      return card.upgrade(read.value).value as AgentCard;
    } catch {
      // It is a card of another version then.
    }
  }
  return AgentCardCodec.decode(structuredClone(raw), { lenient: true });
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
