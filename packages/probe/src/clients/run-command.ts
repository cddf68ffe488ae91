import { spawn } from "node:child_process";
import { endTree } from "@a2agen/terminal/run-program.ts";
import type { Drive } from "./probe-client.ts";

const maximumText = 10_000_000;

/**
 * Runs a command of a shell for each behaviour: `{url}`, `{operation}`, `{binding}` and `{version}` stand for
 * what is tried; `stop` ends it. Its standard output is what it shows, and its exit status says whether it
 * succeeded.
 */
export function runCommand(
  command: string,
  timeoutMs: number,
  { folder, stop }: { readonly folder?: string; readonly stop?: AbortSignal } = {},
): Drive {
  return ({ url, operation, binding, version }) => {
    const line = command
      .replaceAll("{url}", url)
      .replaceAll("{operation}", operation)
      .replaceAll("{binding}", binding)
      .replaceAll("{version}", version);
    return new Promise((resolve) => {
      // A separate group: a shell would leave its children behind.
      const detached = process.platform !== "win32";
      const child = spawn(line, { stdio: ["ignore", "pipe", "pipe"], shell: true, detached, cwd: folder });
      const end = (): void => endTree(child, "SIGKILL");
      stop?.addEventListener("abort", end);
      let text = "";
      let errors = "";
      const timer = setTimeout(() => {
        endTree(child, "SIGKILL");
        resolve({ end: "hung", text, reason: "" });
      }, timeoutMs);
      child.stdout.setEncoding("utf8").on("data", (piece: string) => {
        if (text.length < maximumText) text += piece;
      });
      child.stderr.setEncoding("utf8").on("data", (piece: string) => {
        if (errors.length < maximumText) errors += piece;
      });
      child.on("error", (error) => {
        clearTimeout(timer);
        resolve({ end: "failed", text, reason: error.message });
      });
      child.on("close", (status, signal) => {
        clearTimeout(timer);
        stop?.removeEventListener("abort", end);
        if (status === 0) return resolve({ end: "succeeded", text, reason: "" });
        const said =
          errors
            .trim()
            .split("\n")
            .findLast((each) => each.trim() !== "")
            ?.trim() ?? "";
        const how = signal === null ? `exit status ${String(status)}` : `signal ${signal}`;
        resolve({ end: "failed", text, reason: said === "" ? how : `${how}, ${said}` });
      });
    });
  };
}
