import { defined, parseUrl } from "@a2agen/runtime/internal";
import type { ContactObject, InfoObject, LicenseObject } from "openapi3-ts/oas32";
import type { Publisher } from "../shared/emitter.ts";
import type { ServicePackage } from "./service-package.ts";

/** Who made the API, what it is for, and under which terms it is described. */
export function buildInfo(
  { protoPackage, profile, services }: ServicePackage,
  publisher: Publisher = {},
): InfoObject {
  const isOwn = profile.packages.includes(protoPackage);
  const given = isOwn ? {} : publisher;
  const name = protoPackage === "" ? (services[0]?.identifier ?? "API") : protoPackage;
  const title = given.title ?? (isOwn ? profile.title : name);
  const comments = services.map(({ comment }) => comment).filter((comment) => comment !== "");
  const { website, license = given.license } = isOwn ? profile : {};
  return {
    title,
    description: comments.length === 0 ? `The services of ${title}.` : comments.join("\n\n"),
    version: (isOwn ? profile.protocolVersion : undefined) ?? versionOf(protoPackage),
    contact:
      given.contact === undefined
        ? { name: title, ...(website === undefined ? {} : { url: website }) }
        : toContact(given.contact),
    license: toLicense(license),
  };
}

/** "Jane Doe <jane@acme.example> (https://acme.example)", as in package.json, or one part of it. */
function toContact(text: string): ContactObject {
  const [, name = "", email, url] = /^([^<(]*)(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?$/.exec(text.trim()) ?? [
    "",
    text,
  ];
  const alone = name.trim();
  if (email === undefined && url === undefined) {
    if (parseUrl(alone) !== undefined) return { url: alone };
    if (/^\S+@\S+$/.test(alone)) return { email: alone };
  }
  return defined({ name: alone === "" ? undefined : alone, email, url });
}

/** Linters want a license to be stated, and a proto has no place for one. */
function toLicense(license: string | undefined): LicenseObject {
  if (license === undefined) return { name: "Not stated", identifier: "LicenseRef-not-stated" };
  const isExpression = /^[A-Za-z0-9.+() -]+$/.test(license) && !/^(?:SEE|UNLICENSED)/.test(license);
  return {
    name: license,
    identifier: isExpression ? license : `LicenseRef-${license.replace(/[^A-Za-z0-9.]+/g, "-")}`,
  };
}

/** "v1beta1" of "library.v1beta1". */
function versionOf(protoPackage: string): string {
  return /(?:^|\.)(v[0-9]+(?:[a-z]+[0-9]*)?)$/.exec(protoPackage)?.[1] ?? "unversioned";
}
