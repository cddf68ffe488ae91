import { CallError, protocolError } from "./call-error.ts";
import type { Protocol, ServiceParameter } from "./protocol.ts";

/** Where a binding keeps the parameters of a call. */
export interface ParameterSource {
  /** An HTTP header or an entry of the metadata, its values joined with ", "; names in any case. */
  header(name: string): string | undefined;
  /** A parameter of the query; undefined where a binding has no query. */
  query(name: string): string | undefined;
}

/** Most extensions that one call may ask for. */
const maximumExtensions = 100;

/**
 * Reads a parameter under its name and the older and newer ones; the empty text is as good as none. Throws a
 * CallError, INVALID_ARGUMENT, for a value that is longer than `maximumCharacters`.
 */
export function readParameter(
  source: ParameterSource,
  parameter: ServiceParameter,
  maximumCharacters: number = Number.POSITIVE_INFINITY,
): string | undefined {
  const value = findParameter(source, parameter);
  if (value === undefined || value.length <= maximumCharacters) return value;
  const text = `expected at most ${maximumCharacters} characters, found ${value.length}`;
  throw new CallError("INVALID_ARGUMENT", `${parameter.name}: ${text}`, {
    violations: [{ field: parameter.name, description: text }],
  });
}

/** The same of any length. */
export function findParameter(source: ParameterSource, parameter: ServiceParameter): string | undefined {
  const own = source.header(parameter.name);
  if (own !== undefined && own !== "") return own;
  for (const names of [parameter.aliases, parameter.newerNames ?? none]) {
    for (const name of names) {
      const value = source.header(name);
      if (value !== undefined && value !== "") return value;
    }
  }
  if (!parameter.query) return undefined;
  const value = source.query(parameter.name);
  return value === "" ? undefined : value;
}

/** The metadata of the error for a version that is not spoken: the versions that are, separated by ", ". */
export const supportedVersions = "supportedVersions";

/** Decides whether a version is spoken; a server has one. */
export type VersionCheck = (source: ParameterSource, options?: VersionCheckOptions) => string;

export interface VersionCheckOptions {
  /** Longer values are refused; any length when absent. */
  readonly maximumCharacters?: number;
  /** The version that a call without one is taken to be; what the profile says when undefined. */
  readonly emptyMeans?: string | undefined;
}

/**
 * Makes the check of the version of a call: it returns major and minor number, or throws the
 * protocol's error with what is supported.
 */
export function createVersionCheck(protocol: Protocol, supported: readonly string[]): VersionCheck {
  const parameter = protocol.versionParameter;
  if (parameter === undefined) return () => "";
  const pattern = new RegExp(parameter.pattern, "u");
  const known = new Set(supported.map((version) => shorten(version, parameter.comparedNumbers)));
  return (
    source,
    { maximumCharacters, emptyMeans = parameter.emptyMeansAlone ?? parameter.emptyMeans } = {},
  ) => {
    const sent = readParameter(source, parameter, maximumCharacters)?.trim();
    if (sent !== undefined && known.has(sent)) return sent;
    const version = sent === undefined || sent === "" ? emptyMeans : sent;
    const short = shorten(version, parameter.comparedNumbers);
    if (pattern.test(version) && known.has(short)) return short;
    const named =
      sent === undefined || sent === "" ? `no version, which means ${version}` : `version ${show(sent)}`;
    const list = [...known].join(", ");
    throw protocolError(protocol, parameter.error, {
      message: `the request names ${named}; supported: ${list}; send it as ${parameter.name}`,
      metadata: { [supportedVersions]: list },
    });
  };
}

/** "1.0.1" is "1.0" where two numbers count. */
export function shorten(version: string, numbers: number): string {
  return version.split(".").slice(0, numbers).join(".");
}

/** Reads the URIs of the extensions that a call asks for: separated by commas, each one once. */
export function readExtensions(
  source: ParameterSource,
  protocol: Protocol,
  maximumCharacters?: number,
): readonly string[] {
  const parameter = protocol.extensionsParameter;
  const text = parameter === undefined ? undefined : readParameter(source, parameter, maximumCharacters);
  if (parameter === undefined || text === undefined) return none;
  const uris = new Set<string>();
  for (const part of text.split(",")) {
    const uri = part.trim();
    if (uri === "") continue;
    if (!isUri(uri)) {
      throw new CallError(
        "INVALID_ARGUMENT",
        `${parameter.name}: expected URIs separated by commas, found ${show(uri)}`,
        {
          violations: [{ field: parameter.name, description: `expected a URI, found ${show(uri)}` }],
        },
      );
    }
    uris.add(uri);
  }
  if (uris.size > maximumExtensions) {
    throw new CallError(
      "INVALID_ARGUMENT",
      `${parameter.name}: expected at most ${maximumExtensions} URIs, found ${uris.size}`,
      {
        violations: [
          {
            field: parameter.name,
            description: `expected at most ${maximumExtensions} URIs, found ${uris.size}`,
          },
        ],
      },
    );
  }
  return [...uris];
}

const none: readonly string[] = [];

/** A URI that fits into a header: a scheme and visible ASCII characters without comma and quotes. */
export function isUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[!#-+\--;=?-[\]_a-z~]+$/.test(text);
}

/** A text of a client in a message: short, and on one line. */
export function show(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
