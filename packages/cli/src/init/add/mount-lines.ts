import type { AgentPlace } from "./agent-files.ts";
import type { ExistingProject } from "./existing-project.ts";

interface Framework {
  readonly title: string;
  readonly adapter: string;
  readonly module: string;
  readonly line: string;
}

/** By the names of their packages. */
const frameworks: ReadonlyMap<string, Framework> = new Map([
  [
    "express",
    {
      title: "Express, before body parsers",
      adapter: "toExpress",
      module: "@a2agen/runtime/adapters/node",
      line: "app.use(toExpress(handler));",
    },
  ],
  [
    "fastify",
    {
      title: "Fastify",
      adapter: "toFastify",
      module: "@a2agen/runtime/adapters/node",
      line: "await app.register(toFastify(handler));",
    },
  ],
  [
    "hono",
    {
      title: "Hono",
      adapter: "toHono",
      module: "@a2agen/runtime/adapters",
      line: "app.use(toHono(handler));",
    },
  ],
]);

/** How the agent is served by the framework of the project; nothing without one that is known. */
export function mountLines(
  { installed, isEsm }: ExistingProject,
  { source, name, importExtension }: AgentPlace,
): readonly string[] {
  const [found] = [...frameworks].filter(([each]) => installed.has(each));
  if (found === undefined) return [];
  const [, { title, adapter, module, line }] = found;
  const agent = `./${name}/agent.${importExtension}`;
  const imports = [
    [adapter, module],
    ["handler", agent],
  ].map(([exported, specifier]) =>
    isEsm
      ? `import { ${exported} } from "${specifier}";`
      : `const { ${exported} } = await import("${specifier}");`,
  );
  const where = isEsm ? "" : ", in an async function";
  const place = source === "" ? "" : ` (paths are those of a file in ${source})`;
  return [
    `Or serve it with ${title}${where}${place}:`,
    ...[...imports, line].map((each) => `  ${each}`),
    `Its card has the port of PORT: start your server with that, or change the card's URLs.`,
  ];
}
