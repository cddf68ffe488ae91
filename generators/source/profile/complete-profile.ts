import type { LegacyManifest, Renaming } from "../../model/legacy-manifest.ts";
import type { Profile, ServiceParameter } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";

type MethodRules = NonNullable<Profile["methods"]>[string];

/**
 * Puts into a profile what a manifest says of names that servers and clients take beside the current
 * ones: headers, well-known paths, and the methods that the profile has rules for. What the profile
 * says itself comes first.
 */
export function completeProfile(profile: Profile, { names }: LegacyManifest): Profile {
  const own = names.filter(({ packages }) => packages.some((name) => profile.packages.includes(name)));
  if (own.length === 0) return profile;
  const { serviceParameters, wellKnownPaths, methods } = profile;
  return {
    ...profile,
    serviceParameters: serviceParameters.map((parameter) => completeParameter(parameter, own)),
    ...(wellKnownPaths === undefined ? {} : { wellKnownPaths: completePaths(wellKnownPaths, own) }),
    ...(methods === undefined ? {} : { methods: completeMethods(methods, own) }),
  };
}

function completeParameter(parameter: ServiceParameter, names: readonly Renaming[]): ServiceParameter {
  return { ...parameter, aliases: join(parameter.aliases, earlierNames("header", parameter.name, names)) };
}

function completePaths(
  paths: NonNullable<Profile["wellKnownPaths"]>,
  names: readonly Renaming[],
): NonNullable<Profile["wellKnownPaths"]> {
  const older = join(paths.olderAgentCards, earlierNames("wellKnownPath", paths.agentCard, names));
  return older.length === 0 ? paths : { ...paths, olderAgentCards: older };
}

/** A method takes its earlier names, and one that still has its earlier name the names to come. */
function completeMethods(
  methods: Readonly<Record<string, MethodRules>>,
  names: readonly Renaming[],
): Readonly<Record<string, MethodRules>> {
  const served = names.filter(({ served = false }) => served);
  const methodNames = new Set(Object.keys(methods).map(lastName));
  return Object.fromEntries(
    Object.entries(methods).map(([fullName, rules]): readonly [string, MethodRules] => {
      const name = lastName(fullName);
      const others = served
        .flatMap(({ legacy, current }) => (current === name ? [legacy] : legacy === name ? [current] : []))
        .filter((other) => !methodNames.has(other));
      const aliases = join(rules.aliases, others);
      return [fullName, aliases.length === 0 ? rules : { ...rules, aliases }];
    }),
  );
}

function earlierNames(
  kind: Renaming["kind"],
  current: string,
  names: readonly Renaming[],
): readonly string[] {
  return names
    .filter((entry) => entry.kind === kind && entry.current === current)
    .map(({ legacy }) => legacy);
}

function join(own: readonly string[] | undefined, more: readonly string[]): readonly string[] {
  return [...new Set([...(own ?? []), ...more])];
}
