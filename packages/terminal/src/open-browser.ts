import { spawn } from "node:child_process";

/**
 * Opens an address in the user's browser. One that cannot be opened is opened by hand: the address is
 * printed.
 */
export function openBrowser(address: string): void {
  const [command = "", ...words] = { darwin: ["open"], win32: ["explorer"] }[process.platform as string] ?? [
    "xdg-open",
  ];
  const child = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
