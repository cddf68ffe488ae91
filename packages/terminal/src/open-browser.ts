import { spawn } from "node:child_process";

/** Opens an address in the user's browser. If that fails, the user can: the address is printed. */
export function openBrowser(address: string): void {
  const [command = "", ...words] = { darwin: ["open"], win32: ["explorer"] }[process.platform as string] ?? [
    "xdg-open",
  ];
  const child = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
