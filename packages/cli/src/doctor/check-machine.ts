import { errorMessage } from "@a2agen/runtime/internal";
import { Routes } from "@a2agen/runtime/node";
import { satisfies } from "semver";
import manifest from "../../../../package.json" with { type: "json" };
import type { Finding, Patient } from "./finding.ts";

/** Node, and the proxies that the environment names. */
export function checkMachine({ env }: Patient): readonly Finding[] {
  const proxies = proxied.filter(({ name }) => env[name.toLowerCase()] ?? env[name]);
  return [checkNode(process.versions.node), ...proxies.map((row) => checkProxy(row, env))];
}

function checkNode(version: string): Finding {
  const wanted = manifest.engines.node;
  const check = "Node";
  if (satisfies(version, wanted)) return { check, outcome: "ok", message: version };
  return {
    check,
    outcome: "problem",
    message: `expected ${wanted}, found ${version} at ${process.execPath}`,
    remedy: "install a current release, from nodejs.org or with a version manager: nvm install --lts",
  };
}

interface Proxied {
  readonly name: string;
  /** What it is the proxy of. */
  readonly url: URL;
}

const proxied: readonly Proxied[] = [
  { name: "HTTPS_PROXY", url: new URL("https://agent.example/") },
  { name: "HTTP_PROXY", url: new URL("http://agent.example/") },
];

function checkProxy({ name, url }: Proxied, env: Patient["env"]): Finding {
  const routes = new Routes({ env });
  try {
    routes.find(url);
    return {
      check: name,
      outcome: "note",
      message: "a2agen and clients with createNodeFetch() use it; the fetch of Node does not",
      remedy: 'pass fetch: createNodeFetch() of "@a2agen/runtime/node" to connect; NO_PROXY lists exceptions',
    };
  } catch (error) {
    return {
      check: name,
      outcome: "problem",
      message: errorMessage(error),
      remedy: `set it to a URL such as http://proxy.example.com:3128, or unset it: unset ${name}`,
    };
  } finally {
    routes.close();
  }
}
