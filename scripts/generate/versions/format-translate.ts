import type { Registry, VersionFacts } from "./read-registry.ts";

/** The package.json of the translators: dependencies and agent kits follow from the versions. */
export function formatTranslateManifest({ versions, manifests, toolchain }: Registry): string {
  const kits = manifests.flatMap(({ manifest: { agentKit } }) => agentKit ?? []);
  const packages = [...new Set(versions.map(({ owner }) => `@a2agen/${owner}`))];
  const manifest = {
    name: "@a2agen/translate",
    version: toolchain,
    description: `Translators between A2A ${joinWithAnd(versions.flatMap(describe))}, generated from manifests`,
    keywords: [
      "a2a",
      "agent2agent",
      "ai-agents",
      ...keywords(versions),
      "migration",
      "compatibility",
      "translate",
      "typescript",
    ],
    license: "Apache-2.0",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    exports: {
      ".": entry("index"),
      "./layer": entry("layer"),
      ...Object.fromEntries(kits.map((kit) => [`./${kit}`, entry(kit)])),
      "./package.json": "./package.json",
    },
    files: ["NOTICE", "dist", "src"],
    dependencies: Object.fromEntries(
      [...packages, "@a2agen/runtime"].sort().map((name) => [name, `^${toolchain}`]),
    ),
    publishConfig: { access: "public", provenance: true },
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function entry(name: string): Readonly<Record<string, string>> {
  return {
    "a2agen-source": `./src/${name}.ts`,
    types: `./dist/${name}.d.ts`,
    default: `./dist/${name}.js`,
  };
}

/** The first version, from which most users come. */
function keywords(versions: readonly VersionFacts[]): readonly string[] {
  return versions.flatMap(({ owner }) => owner).slice(0, 1);
}

/** For a sentence: "the draft of 1.0". */
function describe({
  formOf,
  stage,
  label,
  profile: { protocolVersion = "" },
}: VersionFacts): readonly string[] {
  if (formOf !== undefined) return [];
  switch (stage) {
    case "released":
      return [label];
    case "draft":
      return [`the draft of ${protocolVersion}`];
    case "development":
      return [`${protocolVersion} in development`];
  }
}

function joinWithAnd(texts: readonly string[]): string {
  return `${texts.slice(0, -1).join(", ")}, and ${texts.at(-1) ?? ""}`;
}
