import type { Check } from "../core/check.ts";
import { headerOf, type Outcome } from "../core/outcome.ts";
import { methodOf, type Subject } from "../core/subject.ts";
import { describe, excerpt, NotReached } from "../core/trial.ts";
import { textRequest, unknownTask } from "./tasks.ts";

function isOpen({ card }: Subject): string | undefined {
  const required = card.securityRequirements ?? [];
  const isRequired =
    required.length > 0 && required.every(({ schemes = {} }) => Object.keys(schemes).length > 0);
  return isRequired ? undefined : "the card requires no credentials";
}

/** Whether an error asks for credentials; JSON-RPC has no code for that (A2A 3.3.2). */
function isAuth({ failure }: Extract<Outcome, { readonly kind: "error" }>, { binding }: Subject): boolean {
  return failure.kind === "auth" || (binding === "JSONRPC" && !failure.isNamed && failure.kind === "other");
}

/** What came as text, without signatures: those of ECDSA differ each time. */
function unsigned(outcome: Outcome): string {
  if (outcome.kind !== "value") return describe(outcome);
  return JSON.stringify({ ...(outcome.value as object), signatures: undefined });
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
      if (wantsFirst && outcome.kind === "error" && isAuth(outcome, trial.subject)) {
        throw new NotReached("the agent wants credentials first");
      }
      trial.expectError(outcome, "UnsupportedOperationError", "extended.unsupported");
    },
  },
  {
    id: "extended.answered",
    covers: ["extended.answered", "extended.authenticated", "extended.idempotent"],
    except: ({ card }) =>
      card.capabilities.extendedAgentCard === true ? undefined : "the card declares no extended card",
    *run(trial) {
      const outcome = yield* trial.call("getExtendedAgentCard", {});
      const isRefused =
        outcome.kind === "error" &&
        (isAuth(outcome, trial.subject) ||
          outcome.failure.names.includes("ExtendedAgentCardNotConfiguredError"));
      if (outcome.kind !== "value" && !isRefused)
        trial.find("extended.answered", "a card", describe(outcome));
      if (outcome.kind === "value") {
        const again = yield* trial.call("getExtendedAgentCard", {});
        const [one, two] = [outcome, again].map(unsigned);
        if (one !== two) trial.find("extended.idempotent", excerpt(outcome.value), describe(again));
      }
      const bare = yield* trial.call(
        "getExtendedAgentCard",
        {},
        { change: (request) => ({ ...request, headers: withoutSecrets(request.headers ?? []) }) },
      );
      if (bare.kind === "value")
        trial.find("extended.authenticated", "a refusal without credentials", "a card");
    },
  },
  {
    id: "security.missing",
    covers: ["security.missing", "security.challenge", "security.code"],
    except: isOpen,
    *run(trial) {
      const task = { taskId: unknownTask };
      const calls: readonly (readonly [string, object])[] = [
        ["getTask", { id: unknownTask }],
        ["listTasks", { pageSize: 1 }],
        ["cancelTask", { id: unknownTask }],
        ["subscribeToTask", { id: unknownTask }],
        ["sendMessage", textRequest(trial, trial.scenario.plain, { message: task })],
        ["listTaskPushNotificationConfigs", task],
      ];
      for (const [member, request] of calls) {
        if (methodOf(trial.subject, member) === undefined) continue;
        const outcome = yield* trial.call(member, request, {
          effect: member === "sendMessage" ? "changes" : "reads",
          change: (sent) => ({ ...sent, headers: withoutSecrets(sent.headers ?? []) }),
        });
        const { answer } = outcome.exchange;
        const isRefused =
          (outcome.kind === "error" && isAuth(outcome, trial.subject)) ||
          [401, 403].includes(answer?.status ?? 0);
        if (!isRefused) {
          trial.find("security.missing", `a refusal of ${member} without credentials`, describe(outcome));
          continue;
        }
        const { binding } = trial.subject;
        const code = outcome.kind === "error" ? outcome.failure.code : `${answer?.status}`;
        const right = binding === "GRPC" ? "UNAUTHENTICATED" : "401";
        if (binding !== "JSONRPC" && code !== right) trial.find("security.code", right, code);
        if (answer?.status === 401 && headerOf(answer.headers, "www-authenticate") === undefined) {
          trial.find("security.challenge", "a WWW-Authenticate header", "none");
        }
      }
    },
  },
  {
    id: "security.invalid",
    covers: ["security.invalid"],
    except: isOpen,
    *run(trial) {
      const headers = [{ name: "authorization", value: "Bearer a2agen-probe-no-such-token" }];
      const outcome = yield* trial.call(
        "getTask",
        { id: unknownTask },
        {
          change: (request) => ({
            ...request,
            headers: [...withoutSecrets(request.headers ?? []), ...headers],
          }),
        },
      );
      const isRefused = outcome.kind === "error" && !outcome.failure.names.includes("TaskNotFoundError");
      if (!isRefused) trial.find("security.invalid", "a refusal of wrong credentials", describe(outcome));
    },
  },
  {
    id: "security.identifiers",
    covers: ["security.injection", "security.traces"],
    *run(trial) {
      const rows = [
        "a\r\nx-a2agen-probe: injected",
        "../../etc/passwd",
        "%2e%2e%2f",
        "a' OR '1'='1",
        "\u0000",
        "a".repeat(5000),
      ];
      for (const id of rows) {
        const outcome = yield* trial.call("getTask", { id });
        const { answer } = outcome.exchange;
        if (headerOf(answer?.headers, "x-a2agen-probe") !== undefined) {
          trial.find("security.injection", "no header of the request's", "x-a2agen-probe");
        }
        if (outcome.kind === "error" && traces.test(outcome.failure.message)) {
          trial.find("security.traces", "a message without code", describe(outcome));
        }
        if (outcome.kind === "error" && outcome.failure.kind === "internal") {
          trial.find("security.injection", "TaskNotFoundError, or a refusal", describe(outcome));
        }
      }
    },
  },
];

const secrets = /^(?:authorization|cookie)$|token|key|secret/i;

function withoutSecrets<T extends { readonly name: string }>(headers: readonly T[]): T[] {
  return headers.filter(({ name }) => !secrets.test(name));
}
