import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A registry on this machine to which npm publishes; what it does not have it takes from another one. */
export interface PublishingRegistry {
  /** Without a slash at the end. */
  readonly url: string;
  /** What was published, "NAME@VERSION", in its order. */
  readonly published: readonly string[];
  close(): Promise<void>;
}

interface Manifest {
  readonly dist: { readonly tarball: string };
}

/** What npm sends to publish a version, and gets back with all of them. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, Manifest>>;
  readonly _attachments?: Readonly<Record<string, { readonly data: string }>>;
}

/** Takes what comes with the token; refuses a version that is there already, as registries of npm do. */
export async function startPublishingRegistry({
  upstream,
  token,
}: {
  readonly upstream: string;
  readonly token: string;
}): Promise<PublishingRegistry> {
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  const published: string[] = [];

  async function publish(name: string, request: IncomingMessage): Promise<[number, object]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (request.headers.authorization !== `Bearer ${token}`) return [401, { error: "log in first" }];
    const { _attachments = {}, ...sent } = JSON.parse(Buffer.concat(chunks).toString()) as Packument;
    const before = packages.get(name);
    for (const version of Object.keys(sent.versions)) {
      if (before?.versions[version] !== undefined) return [403, { error: `${version} is published already` }];
      published.push(`${name}@${version}`);
    }
    for (const [file, { data }] of Object.entries(_attachments)) {
      tarballs.set(`${name}/-/${file}`, Buffer.from(data, "base64"));
    }
    packages.set(name, {
      ...sent,
      "dist-tags": { ...before?.["dist-tags"], ...sent["dist-tags"] },
      versions: { ...before?.versions, ...sent.versions },
    });
    return [201, { ok: true }];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).slice(1);
    if (request.method === "PUT") {
      const [status, body] = await publish(path, request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return;
    }
    const tarball = tarballs.get(path);
    const packument = packages.get(path);
    if (tarball !== undefined) response.end(tarball);
    else if (packument === undefined) response.writeHead(302, { location: `${upstream}/${path}` }).end();
    else response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
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
    published,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
