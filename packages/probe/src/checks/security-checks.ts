import { firstDifference } from "@a2agen/exchange/replay/differences.ts";
import { hasSecrets, mayAskForCredentials, requiresCredentials, withoutSecrets } from "../core/access.ts";
import type { Check } from "../core/check.ts";
import { previous } from "../core/named-versions.ts";
import { headerOf, type Outcome } from "../core/outcome.ts";
import type { Subject } from "../core/subject.ts";
import { describe, NotReached } from "../core/trial.ts";
import { judgeCard } from "./discovery-checks.ts";
import { strayCalls, tellDifference, unknownTask } from "./tasks.ts";

function isOpen(subject: Subject): string | undefined {
  return requiresCredentials(subject) ? undefined : "the card requires no credentials";
}

/** What came, without signatures: those of ECDSA differ each time. */
function unsigned(...outcomes: readonly [Outcome, Outcome]): [unknown, unknown] {
  const [one, other] = outcomes.map((outcome) =>
    outcome.kind === "value" ? { ...(outcome.value as object), signatures: undefined } : describe(outcome),
  );
  return [one, other];
}

const traces = /node_modules|\.(?:js|ts|py|go|java):\d+|Traceback \(most recent call last\)|\n[ \t]+at /;

export const securityChecks: readonly Check[] = [
  {
    id: "extended.unsupported",
    covers: ["extended.unsupported"],
    except: ({ card }) =>
      card.capabilities.extendedAgentCard === true ? "the card declares an extended card" : undefined,
    isQuick: true,
    *run(trial) {
      const outcome = yield* trial.call("getExtendedAgentCard", {});
      const wantsFirst = isOpen(trial.subject) === undefined;
      if (wantsFirst && mayAskForCredentials(outcome, trial.subject)) {
        throw new NotReached("the agent wants credentials first");
      }
      // 0.3 has no other error for it.
      const isOlder =
        trial.subject.version === previous &&
        outcome.kind === "error" &&
        outcome.failure.names.includes("ExtendedAgentCardNotConfiguredError");
      if (!isOlder) trial.expectError(outcome, "UnsupportedOperationError", "extended.unsupported");
    },
  },
  {
    id: "extended.answered",
    covers: ["extended.answered", "extended.card", "extended.authenticated", "extended.idempotent"],
    except: ({ card }) =>
      card.capabilities.extendedAgentCard === true ? undefined : "the card declares no extended card",
    *run(trial) {
      const outcome = yield* trial.call("getExtendedAgentCard", {});
      const isRefused =
        mayAskForCredentials(outcome, trial.subject) ||
        (outcome.kind === "error" && outcome.failure.names.includes("ExtendedAgentCardNotConfiguredError"));
      if (outcome.kind !== "value" && !isRefused)
        trial.find("extended.answered", "a card", describe(outcome));
      if (outcome.kind === "value") {
        for (const { expected, came } of judgeCard(outcome.value)) {
          trial.find("extended.card", expected, came);
        }
        const again = yield* trial.call("getExtendedAgentCard", {});
        const difference = firstDifference(...unsigned(outcome, again));
        if (difference !== undefined) trial.find("extended.idempotent", ...tellDifference(difference));
      }
      const bare = yield* trial.call(
        "getExtendedAgentCard",
        {},
        { change: (request) => ({ ...request, headers: withoutSecrets(request.headers ?? []) }) },
      );
      if (bare.kind === "value")
        trial.find("extended.authenticated", "a refusal without credentials", "a card");
      else if (bare.kind === "error" && bare.failure.kind === "internal")
        trial.find("extended.authenticated", "a refusal without credentials", describe(bare));
    },
  },
  {
    id: "security.missing",
    isOfStrangers: true,
    covers: ["security.missing", "security.challenge", "security.code"],
    except: isOpen,
    *run(trial) {
      for (const { member, request, effect } of strayCalls(trial)) {
        const outcome = yield* trial.call(member, request, {
          effect,
          change: (sent) => ({ ...sent, headers: withoutSecrets(sent.headers ?? []) }),
        });
        const { answer } = outcome.exchange;
        const isRefused = mayAskForCredentials(outcome, trial.subject);
        if (!isRefused) {
          trial.find("security.missing", `a refusal of ${member} without credentials`, describe(outcome));
          continue;
        }
        const { binding } = trial.subject;
        const code = outcome.kind === "error" ? outcome.failure.code : `${answer?.status}`;
        const right = binding === "GRPC" ? "UNAUTHENTICATED" : "401";
        if (binding !== "JSONRPC" && code !== right) trial.find("security.code", right, code);
        const challenge = headerOf(answer?.headers, "www-authenticate");
        if (answer?.status === 401 && !/^[\w!#$%&'*+.^`|~-]+(?: |$)/.test(challenge ?? "")) {
          trial.find("security.challenge", "a WWW-Authenticate header with a scheme", challenge ?? "none");
        }
      }
    },
  },
  {
    id: "security.invalid",
    isOfStrangers: true,
    covers: ["security.invalid"],
    // Where credentials are known and have a scheme, wrong ones are wrong even if none are required.
    except: (subject) =>
      hasSecrets(subject) && Object.keys(subject.card.securitySchemes ?? {}).length > 0
        ? undefined
        : isOpen(subject),
    *run(trial) {
      const wrong = { name: "authorization", value: "Bearer a2agen-probe-no-such-token" };
      for (const { member, request, effect } of strayCalls(trial)) {
        const outcome = yield* trial.call(member, request, {
          effect,
          change: (sent) => ({ ...sent, headers: [...withoutSecrets(sent.headers ?? []), wrong] }),
        });
        if (outcome.kind === "error" && !outcome.failure.names.includes("TaskNotFoundError")) continue;
        trial.find("security.invalid", `a refusal of ${member} with wrong credentials`, describe(outcome));
      }
    },
  },
  {
    id: "security.identifiers",
    covers: ["security.injection", "security.traces", "requests.survives"],
    *run(trial) {
      const usual = yield* trial.call("getTask", { id: unknownTask });
      const isKnown = usual.kind === "error" && usual.failure.kind !== "internal";
      const rows = [
        "a\r\nx-a2agen-probe: injected",
        "../../etc/passwd",
        "%2e%2e%2f",
        "a' OR '1'='1",
        "\u0000",
        "a".repeat(5000),
      ];
      for (const id of rows) {
        // Routers may refuse such paths before the binding sees them, in their own form.
        const outcome = yield* trial.call("getTask", { id }, { isFormless: true });
        const { answer } = outcome.exchange;
        if (headerOf(answer?.headers, "x-a2agen-probe") !== undefined) {
          trial.find("security.injection", "no header of the request's", "x-a2agen-probe");
        }
        if (outcome.kind === "error" && traces.test(outcome.failure.message)) {
          trial.find("security.traces", "a message without code", describe(outcome));
        }
        if (isKnown && outcome.kind === "error" && outcome.failure.kind === "internal") {
          trial.find("requests.survives", "TaskNotFoundError, or a refusal", describe(outcome));
        }
      }
    },
  },
];
