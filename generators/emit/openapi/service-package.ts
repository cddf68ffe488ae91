import type { FileModel, MethodModel, Model, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { namePackage, type PackageNames } from "../jsonschema/package-names.ts";

/** A proto package with services: what one document describes. */
export interface ServicePackage {
  readonly protoPackage: string;
  /** All files of the package, those that are only imported too. */
  readonly files: readonly FileModel[];
  readonly profile: Profile;
  /** The names of its types and files, the same as in the JSON Schemas. */
  readonly names: PackageNames;
  /** Of the requested files, in the order of the protos. */
  readonly services: readonly ServiceModel[];
  /** Begins the paths of its documents: "a2a", with a directory where two profiles have such a package. */
  readonly path: string;
}

/** The packages that have services in requested files, sorted by name. */
export function listServicePackages({ files, profiles }: Model): readonly ServicePackage[] {
  const requested = files.filter((file) => file.requested && file.services.length > 0);
  const packageNames = [...new Set(requested.map((file) => file.package))].sort(compareCodeUnits);
  const packages = packageNames.flatMap((protoPackage) => {
    const own = files.filter((file) => file.package === protoPackage);
    const profile = profiles[own[0]?.profile ?? ""];
    if (profile === undefined) return [];
    const names = namePackage(protoPackage, { profile, files: own });
    const services = own.filter((file) => file.requested).flatMap((file) => file.services);
    return [{ protoPackage, files: own, profile, names, services }];
  });
  return packages.map((entry) => {
    const { stem } = entry.names;
    const rival = packages.some((other) => other !== entry && other.names.stem === stem);
    return { ...entry, path: rival ? `${entry.profile.name}/${stem}` : stem };
  });
}

export interface ServiceMethod {
  readonly service: ServiceModel;
  readonly method: MethodModel;
  /** Tells the method from others of the package: its name, after that of its service where need be. */
  readonly id: string;
}

/** Every method of a package with a name that no other has. */
export function listMethods({ services }: ServicePackage): readonly ServiceMethod[] {
  const all = services.flatMap((service) => service.methods.map((method) => ({ service, method })));
  return all.map(({ service, method }) => {
    const isAlone = all.filter((other) => other.method.name === method.name).length === 1;
    return { service, method, id: isAlone ? method.name : `${tagOf(service.typeName)}_${method.name}` };
  });
}

/** "a2a.v1.A2AService" -> "A2AService". */
export function tagOf(serviceTypeName: string): string {
  return lastName(serviceTypeName);
}
