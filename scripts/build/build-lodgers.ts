import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BundleResult, bundle } from "./bundle.ts";
import { writeDeclarations } from "./write-declarations.ts";

export interface BuildLodgersOptions {
  /** Where the bundles of a package go, by its name; its `dist` by default. */
  readonly outDirectory?: (name: string) => string;
  /** Leaves what builds of the last hour wrote, for programs that run meanwhile. */
  readonly keepsEarlier?: boolean;
}

interface Lodger {
  readonly name: string;
  /** By the name of a file in `dist`, its source. */
  readonly libraries: Readonly<Record<string, string>> & { readonly commands: string };
  /** The libraries whose declarations are published. */
  readonly declared?: readonly string[];
  /**
   * Packages that users have beside the libraries. The commands have copies: npm installs nothing for them.
   */
  readonly peers?: readonly string[];
}

/** A bundle of such a package. */
export interface BuiltLodger extends BundleResult {
  /** Of the package. */
  readonly name: string;
  /** The directory in its `dist` with what its files share. */
  readonly family: string;
}

/** Packages with commands of `a2agen`, each bundled with everything that it needs. */
const lodgers: readonly Lodger[] = [
  {
    name: "gateway",
    libraries: { commands: "src/commands.ts", index: "src/library/index.ts" },
    declared: ["src/library/index.ts"],
  },
  { name: "pages", libraries: { commands: "src/commands.ts" } },
  {
    name: "probe",
    libraries: { commands: "src/commands.ts", index: "src/library/index.ts" },
    declared: ["src/library/index.ts"],
  },
  { name: "tasks", libraries: { commands: "src/commands.ts" } },
  {
    name: "testing",
    libraries: {
      commands: "src/commands.ts",
      grpc: "src/grpc.ts",
      index: "src/index.ts",
      vitest: "src/vitest.ts",
    },
    declared: ["src/grpc.ts", "src/index.ts", "src/vitest.ts"],
    peers: ["@a2agen/runtime", "@grpc/grpc-js"],
  },
];

export const lodgerNames: readonly string[] = lodgers.map(({ name }) => name);

const declaredCommands = `/** For the command line of the same version. */
export declare const commands: readonly object[];
`;

const repository = join(import.meta.dirname, "../..");

/** Bundles the packages that bring commands into their `dist`; missing ones are left out. */
export async function buildLodgers({
  outDirectory: place = (name) => join(repository, "packages", name, "dist"),
  keepsEarlier = false,
}: BuildLodgersOptions = {}): Promise<readonly BuiltLodger[]> {
  const present = lodgers.filter(({ name }) => existsSync(join(repository, "packages", name)));
  const built = present.map(async ({ name, libraries, declared = [], peers }) => {
    const directory = join(repository, "packages", name);
    const outDirectory = place(name);
    for (const source of declared) {
      await writeDeclarations(`packages/${name}/${source}`, { outDirectory, peers });
    }
    await mkdir(outDirectory, { recursive: true });
    await writeFile(join(outDirectory, "commands.d.ts"), declaredCommands);
    const { commands, ...others } = libraries;
    const parts = peers === undefined ? { [name]: libraries } : { [name]: { commands }, library: others };
    return Promise.all(
      Object.entries(parts).map(async ([family, sources]) => {
        const result = await bundle({
          entries: [],
          libraries: Object.entries(sources).map(([out, source]) => ({ in: join(directory, source), out })),
          outDirectory,
          family,
          ...(family !== name && { peers }),
          keepsEarlier,
        });
        return { ...result, name, family };
      }),
    );
  });
  return (await Promise.all(built)).flat();
}
