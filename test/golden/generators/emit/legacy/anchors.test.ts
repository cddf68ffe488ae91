import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDocsTemplates } from "../../../../../generators/template/load-docs-templates.ts";
import { renderDocuments } from "../../../../../packages/cli/src/docs/render-documents.ts";
import { modelOf } from "../docs/pages.ts";
import { generateAll, versions } from "./generate-legacy.ts";

/** The anchors that A.1 of the specification keeps, of names that there still are in one form or another. */
const keptAnchors = [
  "55-agentcard-object-structure",
  "61-task-object",
  "610-taskpushnotificationconfig-object",
  "63-taskstate-enum",
  "69-pushnotificationauthenticationinfo-object",
  "711-messagesendparams-object",
  "72-messagestream",
  "721-sendstreamingmessageresponse-object",
  "731-taskqueryparams-object",
  "741-listtasksparams-object",
  "742-listtasksresult-object",
  "751-taskidparams-object-for-taskscancel-and-taskspushnotificationconfigget",
  "77-taskspushnotificationconfigget",
  "771-gettaskpushnotificationconfigparams-object-taskspushnotificationconfigget",
  "781-listtaskpushnotificationconfigparams-object-taskspushnotificationconfiglist",
  "791-deletetaskpushnotificationconfigparams-object-taskspushnotificationconfigdelete",
  "messagesendparams",
  "sendmessagesuccessresponse",
  "sendstreamingmessagesuccessresponse",
  "settaskpushnotificationconfigrequest",
  "listtaskpushnotificationconfigsuccessresponse",
  "getauthenticatedextendedcardrequest",
  "938-agentgetauthenticatedextendedcard",
  // Headings of 0.2 that its text links to.
  "53-recommended-location",
  "56-sample-agent-card",
  "612-jsonrpcerror-object",
  "653-datapart-object",
  "8-error-handling",
  "82-a2a-specific-errors",
  // Hidden anchors of the draft's operations.
  "79-taskssubscribe",
  "75-taskspushnotificationconfigset",
  "317-create-push-notification-config",
  "tasks-push-notification-config-operations",
  "grpc-push-notification-operations",
  "push-notification-operations",
  "76-taskspushnotificationconfigget",
  "323-stream-response",
  // Headings of the draft's data model.
  "411-task",
  "412-taskstatus",
  "413-taskstate",
  "414-message",
  "415-role",
  "416-part",
  "417-filepart",
  "418-datapart",
  "419-artifact",
  "421-taskstatusupdateevent",
  "422-taskartifactupdateevent",
  "43-push-notification-objects",
  "431-pushnotificationconfig",
  "432-authenticationinfo",
  "433-push-notification-payload",
  "441-agentcard",
  "442-agentprovider",
  "443-agentcapabilities",
  "444-agentextension",
  "445-agentskill",
  "446-agentinterface",
  "447-agentcardsignature",
  "451-securityscheme",
  "452-apikeysecurityscheme",
  "453-httpauthsecurityscheme",
  "454-oauth2securityscheme",
  "455-openidconnectsecurityscheme",
  "456-mutualtlssecurityscheme",
];

function headingSlugs(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s+/g, "-"),
  );
}

function idsOf(page: string): readonly string[] {
  return [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
}

describe.each(versions)("$name", ({ name, proto }) => {
  const reference = proto.replace(".proto", ".md");

  async function pages(): Promise<Readonly<Record<"reference" | "migration", string>>> {
    const { error, stderr, files } = await generateAll([proto], "targets=docs+migration");
    expect({ error, stderr }).toEqual({ error: undefined, stderr: "" });
    return { reference: files[reference] ?? "", migration: files["a2a.migration.md"] ?? "" };
  }

  test.each(["reference", "migration"] as const)("every anchor of the %s is there once", async (kind) => {
    const page = (await pages())[kind];
    const all = [...idsOf(page), ...headingSlugs(page)];
    const ownHeadings = new Set(["errors", "service-parameters"]);
    const twice = all.filter((id, index) => all.indexOf(id) !== index && !ownHeadings.has(id));
    expect(twice).toEqual([]);
  });

  test.each(["reference", "migration"] as const)("every link of the %s leads to an anchor", async (kind) => {
    const page = (await pages())[kind];
    const anchors = new Set(idsOf(page));
    const links = [...page.matchAll(/\]\(([^)\s]*)\)/g)].map(([, target = ""]) => target);
    const broken = links.filter((link) => !(link.startsWith("#") && anchors.has(link.slice(1))));
    expect(broken.filter((link) => !/^https?:/.test(link))).toEqual([]);
  });

  test("the reference has the anchors that the specification keeps, but that of a name it still has", async () => {
    const ids = new Set(idsOf((await pages()).reference));
    const slugs = headingSlugs((await pages()).reference);
    expect(keptAnchors.filter((id) => !ids.has(id) && !slugs.includes(id))).toEqual([]);
    expect(slugs.filter((slug) => keptAnchors.includes(slug))).toEqual(
      name === "a2a-1.0-draft" ? ["settaskpushnotificationconfigrequest"] : [],
    );
  });

  test("they stand at the heading of what took the name's place, or in its row", async () => {
    const lines = (await pages()).reference.split("\n");
    const headingAfter = (id: string): string | undefined =>
      lines.slice(lines.findIndex((line) => line.includes(` id="${id}"`))).find((line) => /^##+ /.test(line));
    const rowOf = (id: string): string | undefined =>
      /<\/span>(`\w+`) \|/.exec(lines.find((line) => line.includes(` id="${id}"`)) ?? "")?.[1];
    const isReleased = name === "a2a-1.0";
    expect({
      params: headingAfter("711-messagesendparams-object"),
      state: headingAfter("63-taskstate-enum"),
      push: headingAfter("68-pushnotificationconfig-object"),
      message: headingAfter("414-message"),
      data: headingAfter("653-datapart-object"),
      stream: headingAfter("323-stream-response"),
      errors: headingAfter("82-a2a-specific-errors"),
      send: rowOf("message/send"),
      subscribe: rowOf("79-taskssubscribe"),
      pushes: rowOf("push-notification-operations"),
      set: rowOf("75-taskspushnotificationconfigset"),
    }).toEqual({
      params: "### SendMessageRequest",
      state: "### TaskState",
      push: isReleased ? "### TaskPushNotificationConfig" : "### PushNotificationConfig",
      message: "### Message",
      data: isReleased ? "### Part" : "### DataPart",
      stream: "### StreamResponse",
      errors: "## Errors",
      send: "`SendMessage`",
      subscribe: "`SubscribeToTask`",
      pushes: isReleased ? "`CreateTaskPushNotificationConfig`" : "`SetTaskPushNotificationConfig`",
      set: isReleased ? "`CreateTaskPushNotificationConfig`" : "`SetTaskPushNotificationConfig`",
    });
  });

  test("the migration page goes through `docs render` as it is", async () => {
    const bytes = Buffer.from((await pages()).migration);
    const document = { name: "a2a.migration.md", path: "a2a.migration.md", bytes };
    const model = await modelOf({}, [proto]);
    const { documents, problems } = renderDocuments([document], {
      model,
      render: await loadDocsTemplates(),
    });
    expect(problems).toEqual([]);
    expect(Buffer.from(documents[0]?.bytes ?? []).equals(bytes)).toBe(true);
  });
});

test("a manifest of one's own has the anchors that it says, and none of A2A", async () => {
  const path = join(import.meta.dirname, "manifest.yaml");
  const { files } = await generateAll(["lf/a2a/v1/a2a.proto"], `targets=docs,manifest=${path}`);
  const spans = (files["lf/a2a/v1/a2a.md"] ?? "").match(/<span.*<\/span>/g);
  expect(await readFile(path, "utf8")).toContain("legacy: Job");
  expect(spans).toEqual([
    '<span id="Job"></span><span id="job"></span><span id="1-the-job"></span>',
    '<span id="2-places"></span>',
  ]);
});
