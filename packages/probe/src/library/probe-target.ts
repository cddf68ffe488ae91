import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseUrl } from "@a2agen/runtime/internal";
import { defaultMessages } from "../core/budget.ts";
import { checkScenario, parseScenario, type ScenarioTexts } from "../core/parse-scenario.ts";
import { cardUrlOf, reachFrom } from "../core/reach.ts";
import { limitsOf } from "../core/transport/limits.ts";
import { openWire } from "../core/wire.ts";
import { extensionFinder } from "../extensions/extension-finder.ts";
import { runProbe } from "../probe.ts";
import type { Report } from "../report/report.ts";
import type { ProbeOptions } from "./probe-options.ts";

/** Tries the agent at a URL. */
export async function probeTarget(target: string, options: ProbeOptions): Promise<Report> {
  const { protocol } = parseUrl(target) ?? {};
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError(`probe: expected the URL of an agent, http or https; got ${JSON.stringify(target)}`);
  }
  const cardUrl = cardUrlOf(target);
  const {
    extensions: named = [],
    headers = {},
    allowHosts = [],
    maxMessages = defaultMessages,
    timeoutMs,
    onExchange,
  } = options;
  const { readOnly: isReadOnly = false, quick: isQuick = false, generatedRequests = true, rate } = options;
  const texts = await readTexts(options.scenario);
  const wire = openWire({ limits: limitsOf({ isQuick, timeoutMs }), rate });
  try {
    return await runProbe({
      cardUrl,
      wire,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      scenario: { plain: "Hello", ...texts, nonce: `probe-${randomBytes(4).toString("hex")}` },
      findExtensions: extensionFinder({ named, warn: (text) => process.emitWarning(text) }),
      isAllowed: reachFrom(cardUrl, allowHosts),
      maxMessages,
      isReadOnly,
      isQuick,
      isWanted: (id) => generatedRequests || !id.startsWith("requests."),
      ...(onExchange === undefined ? {} : { onExchange }),
    });
  } finally {
    wire.close();
  }
}

async function readTexts(scenario: ProbeOptions["scenario"]): Promise<ScenarioTexts> {
  if (typeof scenario !== "string") return checkScenario(scenario ?? {}, "scenario");
  return parseScenario(await readFile(scenario, "utf8"), scenario);
}
