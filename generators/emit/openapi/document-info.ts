import type { InfoObject } from "openapi3-ts/oas32";
import type { ServicePackage } from "./service-package.ts";

/** Who made the API, what it is for, and under which terms it is described. */
export function buildInfo({ protoPackage, profile, services }: ServicePackage): InfoObject {
  const isOwn = profile.packages.includes(protoPackage);
  const title = isOwn
    ? profile.title
    : protoPackage === ""
      ? (services[0]?.identifier ?? "API")
      : protoPackage;
  const comments = services.map(({ comment }) => comment).filter((comment) => comment !== "");
  const { website, license } = isOwn ? profile : {};
  return {
    title,
    description: comments.length === 0 ? `The services of ${title}.` : comments.join("\n\n"),
    version: (isOwn ? profile.protocolVersion : undefined) ?? versionOf(protoPackage),
    contact: { name: title, ...(website === undefined ? {} : { url: website }) },
    // Linters want a license to be stated, and a proto has no place for one.
    license:
      license === undefined
        ? { name: "Not stated", identifier: "LicenseRef-not-stated" }
        : { name: license, identifier: license },
  };
}

/** "v1beta1" of "library.v1beta1". */
function versionOf(protoPackage: string): string {
  return /(?:^|\.)(v[0-9]+(?:[a-z]+[0-9]*)?)$/.exec(protoPackage)?.[1] ?? "unversioned";
}
