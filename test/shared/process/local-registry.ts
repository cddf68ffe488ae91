import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";

const repository = join(import.meta.dirname, "../../..");

export interface LocalRegistry {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** The place of a visitor: the registry for its npm, and a list of what npm asked for in vain. */
export function placesOf(
  url: string,
  visitor: string,
): { readonly packages: string; readonly missing: string } {
  return { packages: `${url}/${visitor}`, missing: `${url}/${missing}/${visitor}` };
}

/** Visitors with this at the beginning of their name do not find our packages. */
export const withoutOurs = "without-ours-";

const tarballs = "tarballs";
const missing = "missing";

/**
 * An npm registry on this machine: it has packages of ours, and of others every version that is installed
 * in this repository. npm itself installs from it, with ranges, peers, platforms, scripts and links as users
 * get them, and without a network. What npm has in its cache would not do, for it keeps no lists of versions
 * after `npm ci`. Every visitor has a place of its own; the tarballs are at the same for all, so that npm
 * fetches each once for all visitors with the same cache. Asks for our packages when the first visitor comes.
 */
export async function startRegistry(findOurs: () => Promise<readonly OurPackage[]>): Promise<LocalRegistry> {
  let found: Promise<Packages> | undefined;
  const notFound = new Map<string, string[]>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).slice(1);
    const [visitor = ""] = path.split("/");
    const rest = path.slice(visitor.length + 1);
    if (visitor === missing) {
      response.end(JSON.stringify(notFound.get(rest) ?? []));
      return;
    }
    found ??= findPackages(findOurs);
    const { all, others } = await found;
    const [name = "", version = ""] = rest.split("/-/");
    if (visitor === tarballs) {
      const source = all.get(name)?.versions.get(version)?.source;
      if (source === undefined) response.writeHead(404).end("{}");
      else sendTarball(source, response);
      return;
    }
    const packument = (visitor.startsWith(withoutOurs) ? others : all).get(rest);
    if (packument === undefined) {
      notFound.set(visitor, [...(notFound.get(visitor) ?? []), rest]);
      response.writeHead(404).end("{}");
      return;
    }
    response.setHeader("content-type", "application/json");
    const origin = `http://${request.headers.host ?? ""}/${tarballs}`;
    response.end(JSON.stringify(describePackage(packument, origin)));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens at a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Packages {
  readonly all: ReadonlyMap<string, Packument>;
  /** All but ours. */
  readonly others: ReadonlyMap<string, Packument>;
}

async function findPackages(findOurs: () => Promise<readonly OurPackage[]>): Promise<Packages> {
  const others = new Map<string, Packument>();
  for (const [path, entry] of await lockEntries()) add(others, await installed(path, entry));
  const all = new Map(others);
  for (const { manifest, tarball } of await findOurs()) {
    const { name, version } = manifest;
    all.set(name, {
      name,
      latest: version,
      versions: new Map([[version, { manifest, source: tarball, isLatest: true }]]),
    });
  }
  return { all, others };
}

export interface OurPackage {
  readonly manifest: Manifest;
  /** Path of what `npm pack` made. */
  readonly tarball: string;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
}

interface Release {
  readonly manifest: Manifest;
  /**
   * A tarball, or the directory in which the package is installed; undefined when it is for another platform.
   */
  readonly source: string | undefined;
  /** Whether it is what those get who do not say a version. */
  readonly isLatest: boolean;
}

interface Packument {
  readonly name: string;
  latest: string;
  readonly versions: Map<string, Release>;
}

interface LockEntry extends Manifest {
  readonly link?: boolean;
}

async function lockEntries(): Promise<readonly (readonly [string, LockEntry])[]> {
  const lock = JSON.parse(await readFile(join(repository, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && link !== true,
  );
}

/** An entry of the lock file; those of other platforms are known only by the lock file. */
async function installed(path: string, entry: LockEntry): Promise<Release> {
  const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const isLatest = path === `node_modules/${name}`;
  try {
    const text = await readFile(join(repository, path, "package.json"), "utf8");
    return { manifest: JSON.parse(text) as Manifest, source: join(repository, path), isLatest };
  } catch {
    return { manifest: { ...entry, name }, source: undefined, isLatest };
  }
}

function add(packages: Map<string, Packument>, release: Release): void {
  const { name, version } = release.manifest;
  const found = packages.get(name);
  if (found === undefined) {
    packages.set(name, { name, latest: version, versions: new Map([[version, release]]) });
    return;
  }
  found.versions.set(version, release);
  if (release.isLatest) found.latest = version;
}

function describePackage({ name, latest, versions }: Packument, origin: string): object {
  const described = [...versions].map(([version, { manifest }]) => [
    version,
    { ...manifest, dist: { tarball: `${origin}/${name}/-/${version}` } },
  ]);
  return { name, "dist-tags": { latest }, versions: Object.fromEntries(described) as object };
}

function sendTarball(source: string, response: ServerResponse): void {
  response.setHeader("cache-control", "public, max-age=86400, immutable");
  if (source.endsWith(".tgz")) {
    createReadStream(source).pipe(response);
    return;
  }
  const folder = basename(source);
  // Not compressed, which npm does not mind: it would take longer than all the rest.
  const tar = spawn("tar", ["-cf", "-", "-C", dirname(source), `--exclude=${folder}/node_modules`, folder]);
  tar.stdout.pipe(response);
  tar.once("error", () => response.destroy());
  tar.once("exit", (code) => {
    if (code !== 0) response.destroy();
  });
}
