import { exportName } from "@a2agen/generators/emit/extension/extension-names.ts";
import type { ResolvedExtension } from "@a2agen/generators/emit/extension/resolved-extension.ts";
import { serviceNames } from "@a2agen/generators/emit/service/names.ts";
import type { ServiceModel } from "@a2agen/generators/model/model.ts";

/** A file of the author's. */
export interface AuthoredFile {
  readonly path: string;
  readonly text: string;
}

export interface ProjectState {
  readonly services: readonly ServiceModel[];
  readonly extensions: readonly ResolvedExtension[];
  /** Whether code for gRPC is generated. */
  readonly hasGrpc: boolean;
  readonly authored: readonly AuthoredFile[];
}

/**
 * What the services and extensions of a project ask of its author, a sentence each. The code is searched, not
 * understood: the compiler says what is wrong with it.
 */
export function findOpenTasks(project: ProjectState): readonly string[] {
  const isServer = isWritten(project, /\bimplement\(/);
  const added = project.services.filter((service) => !isAnswered(service, project));
  return [
    ...project.services.flatMap((service) => findMissing(service, project)),
    ...added.flatMap((service) => describeAdded(service, { ...project, isServer })),
    ...(isServer ? project.extensions.flatMap((extension) => describeExtension(extension, project)) : []),
  ];
}

function isWritten({ authored }: Pick<ProjectState, "authored">, pattern: RegExp): boolean {
  return authored.some(({ text }) => pattern.test(text));
}

function isAnswered(service: ServiceModel, project: ProjectState): boolean {
  const { service: name } = serviceNames(service);
  const isServed = new RegExp(String.raw`\bimplement\(\s*(?:\w+\.)?${name}\b`);
  return findClass(service, project) !== undefined || isWritten(project, isServed);
}

/** The class of the author's that implements a service. */
interface ServiceClass extends AuthoredFile {
  readonly name: string;
  /** False for one that implements the interface alone. */
  readonly isExtending: boolean;
}

function findClass(service: ServiceModel, { authored }: ProjectState): ServiceClass | undefined {
  const { service: name, unimplemented } = serviceNames(service);
  const pattern = new RegExp(
    String.raw`\bclass\s+(\w+)[^{]*?\b(?:(extends)\s+(?:\w+\.)?${unimplemented}|implements\s[^{]*\b${name})\b`,
  );
  for (const file of authored) {
    const [, className, extending] = pattern.exec(file.text) ?? [];
    if (className !== undefined) return { ...file, name: className, isExtending: extending !== undefined };
  }
  return undefined;
}

/** The methods that the class of a service does not have. */
function findMissing(service: ServiceModel, project: ProjectState): readonly string[] {
  const found = findClass(service, project);
  if (found === undefined) return [];
  const { path, name, text, isExtending } = found;
  const words = new Set(text.match(/[\w$]+/g));
  const members = service.methods.map(({ member }) => member).filter((member) => !words.has(member));
  if (members.length === 0) return [];
  const list = members.join(", ");
  if (isExtending) return [`${path}: ${name} does not override ${list}: calls fail with UNIMPLEMENTED`];
  const names = serviceNames(service);
  return [
    `${path}: ${name} lacks ${list}: let it extend ${names.unimplemented} instead of implementing ${names.service}, or write what it lacks`,
  ];
}

function describeAdded(
  service: ServiceModel,
  { isServer, extensions, hasGrpc, ...project }: ProjectState & { readonly isServer: boolean },
): readonly string[] {
  const { service: name, unimplemented } = serviceNames(service);
  if (!isServer) return [`nothing implements ${name}, and nothing here serves anything`];
  const isExtension = extensions.some(({ services }) => services.some((own) => own.service === service));
  const isOverGrpc = hasGrpc && isWritten(project, /\baddGrpcService\(/);
  return [
    `nothing implements ${name}: write a class that extends ${unimplemented}`,
    ...(isExtension ? [] : [`add ${implementation(service)} to the services of your host`]),
    ...(isOverGrpc ? [`add ${name}Grpc to the codecs of your gRPC server`] : []),
  ];
}

function implementation(service: ServiceModel): string {
  const { service: name } = serviceNames(service);
  return `implement(${name}, new ${name}Handler())`;
}

function describeExtension(extension: ResolvedExtension, project: ProjectState): readonly string[] {
  const name = exportName(extension);
  if (isWritten(project, new RegExp(String.raw`\bextension:\s*(?:\w+\.)?${name}\b`))) return [];
  const services = extension.services.map(({ service }) => implementation(service)).join(", ");
  const entry =
    services === "" ? `{ extension: ${name} }` : `{ extension: ${name}, services: [${services}] }`;
  const uri = JSON.stringify(extension.options.uri);
  return [
    `add ${entry} to the extensions of your host`,
    `declare ${name} in the agent card: add { "uri": ${uri} } to capabilities.extensions; the server does not start without it`,
  ];
}
