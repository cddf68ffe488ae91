import tokens from "@a2agen/exchange/report/tokens.css?raw";
import { relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { toErrorViews, toParameterViews } from "@a2agen/generators/emit/docs/to-profile-views.ts";
import { metadataExample } from "@a2agen/generators/emit/site/extension-view.ts";
import { findPlaces } from "@a2agen/generators/emit/site/find-places.ts";
import { findUses, type Uses } from "@a2agen/generators/emit/site/find-uses.ts";
import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import { toOperationPage } from "@a2agen/generators/emit/site/to-operation-page.ts";
import { toTypePage } from "@a2agen/generators/emit/site/to-type-page.ts";
import { type Contents, type Entry, listContents } from "@a2agen/generators/emit/site/to-version-page.ts";
import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import { indexModel, isNamed, typesOf } from "@a2agen/generators/model/index-model.ts";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import { version as toolVersion } from "@a2agen/generators/model/version.ts";
import license from "@fontsource-variable/inter/LICENSE?raw";
import { interFont, interPath } from "../inter-font.ts";
import font from "../shared/inter-beside.css?raw";
import { bindingsOf, toBindingViews } from "./binding-views.ts";
import { changesPath, toChangesPage } from "./changes-page.ts";
import { toErrorExamples } from "./error-examples.ts";
import { groupGuides, type NavGroup, toGuidePage } from "./guide-pages.ts";
import { loadCode } from "./load-code.ts";
import { createExamples } from "./make-examples.ts";
import type { Playground } from "./playground.ts";
import { type GuideFiles, homePage } from "./read-guides.ts";
import { encodePath, type Guide, pictureFile, renderGuides } from "./render-guides.ts";
import { loadPages, type RenderPage } from "./render-pages.ts";
import { buildSearchIndex } from "./search-index.ts";
import style from "./site.css?raw";
import script from "./site.js?raw";
import theme from "./theme.js?raw";
import tryIt from "./try-it.js?raw";
import { createTypeSources } from "./type-sources.ts";
import { createSwitches, type Switches } from "./version-switches.ts";

/** A file of the site; its path has "/" between names. */
export interface SiteFile {
  readonly path: string;
  /** "" for one that is not text. */
  readonly text: string;
  readonly bytes?: Uint8Array;
}

export interface SiteInit {
  readonly title: string;
  /** The newest first; at least one. */
  readonly versions: readonly SiteVersion[];
  /** Markdown to read beside the reference. */
  readonly guides: GuideFiles;
  /** Only where all versions are of A2A. */
  readonly playground?: Playground;
  readonly warn: (message: string) => void;
}

const generator = `a2agen ${toolVersion}`;

/** Builds the pages of a site, with its script and style. */
export async function buildSite(init: SiteInit): Promise<readonly SiteFile[]> {
  const render = await loadPages();
  const files: SiteFile[] = [];
  const switches = createSwitches(init.versions);
  const { warn, playground } = init;
  const rendered = await renderGuides(init.guides, { warn, linkJson: playground?.linkCertain });
  const readme = rendered.find(({ path }) => path === homePage);
  const guides = rendered.filter((guide) => guide !== readme);
  const context: VersionContext = { ...init, render, switches, rendered: guides };
  for (const version of init.versions) files.push(...(await buildVersion(version, context)));
  files.push(buildHome(context, readme));
  for (const guide of guides) {
    const frame = outerFrame(guide.path, context);
    files.push({ path: guide.path, text: render("guide", { ...frame, ...toGuidePage(guide, guides) }) });
  }
  if (playground !== undefined) files.push({ path: "playground.html", text: playground.html });
  for (const [path, bytes] of init.guides.pictures) files.push({ path: pictureFile(path), text: "", bytes });
  files.push(
    { path: "assets/site.css", text: [tokens, font.replace("assets/", ""), style].join("\n") },
    { path: interPath, text: "", bytes: interFont },
    { path: "assets/inter-license.txt", text: license },
    { path: "assets/site.js", text: script },
    { path: "assets/theme.js", text: theme },
    { path: "assets/try-it.js", text: tryIt },
    { path: "assets/search-index.js", text: buildSearchIndex(init.versions, guides) },
  );
  return files;
}

type PlaygroundHints = Parameters<Playground["linkTo"]>[1];

interface VersionContext extends SiteInit {
  readonly render: RenderPage;
  readonly switches: Switches;
  readonly rendered: readonly Guide[];
}

/** What all pages of the site have around them; that of a page which is of no version. */
function outerFrame(page: string, { title, versions, rendered, playground, guides }: VersionContext) {
  const root = relativePath(page, "");
  const logo = [...guides.pictures.keys()].find((path) => /(?:^|\/)logo\.svg$/.test(path));
  return {
    icon: logo === undefined ? "" : `${root}${encodePath(pictureFile(logo))}`,
    site: title,
    title: "",
    generator,
    root,
    home: `${root}index.html`,
    guides: rendered[0] === undefined ? "" : `${root}${encodePath(rendered[0].path)}`,
    reference: `${root}${(versions.find(({ isCurrent }) => isCurrent) ?? versions[0])?.slug ?? ""}/index.html`,
    playground: playground === undefined ? "" : `${root}playground.html`,
    version: "",
    overviews: [],
    versions: [] as readonly object[],
    nav: [] as readonly NavGroup[],
    toc: [] as readonly object[],
    isTried: false,
  };
}

function buildHome(context: VersionContext, readme: Guide | undefined): SiteFile {
  const listed = context.versions.map((version) => {
    const contents = listContents(version.model, findPlaces(version.model));
    const overviews = context.switches.comparisonsOf(version).map(({ older, newer }) => ({
      label: older.label,
      href: `${newer.slug}/${changesPath(older)}`,
    }));
    return {
      title: version.title,
      isCurrent: context.versions.length > 1 && version.isCurrent === true,
      href: `${version.slug}/index.html`,
      bindings: bindingsOf(version.model),
      operations: contents.operations.length,
      types: contents.messages.length + contents.unions.length + contents.enums.length,
      overviews,
    };
  });
  const data = {
    ...outerFrame(homePage, context),
    listed,
    readme: readme?.html ?? "",
    hasTitle: readme?.isUntitled === false,
    groups: groupGuides(context.rendered),
  };
  return { path: homePage, text: context.render("home", data) };
}

async function buildVersion(version: SiteVersion, init: VersionContext): Promise<readonly SiteFile[]> {
  const { model, slug } = version;
  const { render, warn, switches } = init;
  const index = indexModel(model);
  const places = findPlaces(model);
  const uses = findUses(model, index);
  const contents = listContents(model, places);
  const diagnostics = createDiagnostics();
  const examples = createExamples({ model, index, code: await loadCode(model, diagnostics), warn });
  const sourcesOf = createTypeSources(model, { diagnostics, generator });
  const requested = model.files.filter((file) => file.requested);
  const profiles = [...new Set(requested.map(({ profile }) => profile))].flatMap(
    (name) => model.profiles[name] ?? [],
  );
  const frame = createFrame(version, { init, contents, uses, profiles });
  const linkTo = async (page: string, json: string, as: PlaygroundHints): Promise<string> => {
    const link = (await init.playground?.linkTo(json, as)) ?? "";
    return link === "" ? "" : `${relativePath(`${slug}/${page}`, "")}${link}`;
  };
  const files: SiteFile[] = [];
  const add = (template: Parameters<RenderPage>[0], path: string, data: object): void => {
    files.push({ path: `${slug}/${path}`, text: render(template, data) });
  };
  for (const file of requested) {
    const profile = model.profiles[file.profile];
    for (const type of typesOf(file).filter(isNamed)) {
      const changes = switches.changesOf(version, type.typeName);
      const changeOf = (member: string): string => changes.members.get(member) ?? "";
      const page = toTypePage(type, { index, places, uses, changeOf });
      const example = examples.ofType(type.typeName);
      add("type", page.path, {
        ...frame(page.path, page.name, type.typeName),
        ...page,
        changes,
        example,
        metadata:
          type.kind === "message" && type.extension !== undefined
            ? metadataExample(type.extension, example)
            : "",
        open: await linkTo(page.path, example, { profile: file.profile, typeName: type.typeName }),
        ...sourcesOf(type, file),
      });
    }
    for (const service of file.services) {
      for (const method of service.methods) {
        if (profile === undefined) continue;
        const page = toOperationPage(method, { file, service, profile, index, places });
        const linkBody = (json: string, typeName?: string): Promise<string> =>
          linkTo(page.path, json, { profile: file.profile, ...(typeName === undefined ? {} : { typeName }) });
        const bindings = await toBindingViews(method, { service, file, profile, examples, linkBody });
        const fullName = `${service.typeName}.${method.name}`;
        add("operation", page.path, {
          ...frame(page.path, page.name, fullName),
          ...page,
          changes: switches.changesOf(version, fullName),
          bindings,
          isTried: bindings.some(({ tried }) => tried !== ""),
        });
      }
    }
  }
  const errors = [];
  for (const profile of profiles) {
    const linkBody = (json: string): Promise<string> =>
      linkTo("errors.html", json, { profile: profile.name });
    const services = requested
      .filter((file) => file.profile === profile.name)
      .flatMap((file) => file.services);
    const made = await toErrorExamples(services, { profile, examples, linkBody });
    for (const view of toErrorViews(profile)) errors.push({ ...view, examples: made.get(view.title) ?? [] });
  }
  const headers = profiles.flatMap((profile) => toParameterViews(profile));
  if (errors.length > 0) add("errors", "errors.html", { ...frame("errors.html", "Errors"), errors });
  if (headers.length > 0) add("headers", "headers.html", { ...frame("headers.html", "Headers"), headers });
  for (const comparison of switches.comparisonsOf(version)) {
    const path = changesPath(comparison.older);
    const title = `Changes since ${comparison.older.label}`;
    add("since", path, { ...frame(path, title), ...toChangesPage(comparison) });
  }
  const descriptions = requested.map(({ name, comment }) => ({ name, comment }));
  add("version", "index.html", {
    ...frame("index.html", version.title),
    ...contents,
    descriptions,
    hasErrors: errors.length > 0,
    hasHeaders: headers.length > 0,
  });
  return files;
}

interface FrameInit {
  readonly init: VersionContext;
  readonly contents: Contents;
  readonly uses: Uses;
  readonly profiles: readonly Profile[];
}

/** What all pages of a version have around them; `page` is below the version's directory. */
function createFrame(version: SiteVersion, { init, contents, uses, profiles }: FrameInit) {
  const hasServices = contents.operations.length > 0;
  const overviews = init.switches.comparisonsOf(version).map(({ older }) => ({
    title: `Changes since ${older.label}`,
    path: changesPath(older),
  }));
  const more: readonly Entry[] = [
    ...(profiles.some(({ errors, jsonRpcErrors }) => errors.length + jsonRpcErrors.length > 0)
      ? [toEntry("Errors", "errors.html")]
      : []),
    ...(profiles.some(({ serviceParameters }) => serviceParameters.length > 0)
      ? [toEntry("Headers", "headers.html")]
      : []),
    ...overviews.map(({ title, path }) => toEntry(title, path)),
  ];
  // What nothing but calls refers to is apart from what they carry.
  const operations = new Set(contents.operations.map(({ fullName }) => fullName));
  const isOfCall = ({ fullName }: Entry): boolean => {
    const users = [...(uses.get(fullName) ?? [])];
    return users.length > 0 && users.every((user) => operations.has(user));
  };
  const groups = [
    { title: "Operations", entries: hasServices ? contents.operations : [] },
    { title: "Protocol", entries: more },
    { title: "Messages", entries: contents.messages.filter((entry) => !isOfCall(entry)) },
    { title: "Requests and answers", entries: contents.messages.filter(isOfCall) },
    { title: "Unions", entries: contents.unions },
    { title: "Enums", entries: contents.enums },
  ].filter(({ entries }) => entries.length > 0);
  return (page: string, title: string, fullName?: string) => {
    const outer = outerFrame(`${version.slug}/${page}`, init);
    const hasVersions = init.versions.length > 1;
    return {
      ...outer,
      title,
      version: hasVersions ? version.label : "",
      versionTitle: version.title,
      versionHome: relativePath(page, "index.html"),
      overviews: overviews.map((overview) => ({
        title: overview.title,
        href: relativePath(page, overview.path),
      })),
      versions: !hasVersions
        ? []
        : init.switches.linksFrom(version, { page, fullName }).map((link) => ({
            ...link,
            href: `${outer.root}${link.path}`,
          })),
      nav: groups.map(({ title: group, entries }) => ({
        title: group,
        isOpen: entries.length <= 20 || entries.some(({ path }) => path === page),
        entries: entries.map((entry) => ({
          name: entry.name,
          href: relativePath(page, entry.path),
          current: entry.path === page,
        })),
      })),
    };
  };
}

function toEntry(name: string, path: string): Entry {
  return { fullName: name, name, path, summary: "", deprecated: false };
}
