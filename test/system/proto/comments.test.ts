import type {
  AnyDesc,
  DescEnum,
  DescExtension,
  DescFile,
  DescMessage,
  DescService,
} from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { getComments, getSyntaxComments } from "@bufbuild/protoplugin";
import { beforeAll, describe, expect, test } from "vitest";
import { compileProtos, protoFiles } from "./compile-protos.ts";

let files: readonly DescFile[];

beforeAll(async () => {
  const [registry, next] = await Promise.all([compileProtos("buf"), compileProtos("protoc for 1.1")]);
  const names: readonly string[] = protoFiles;
  const released = [...registry.files].filter((file) => names.includes(`${file.name}.proto`));
  files = [...released, ...[...next.files].filter((file) => file.name === "lf/a2a/v1/a2a")];
});

type Element = Exclude<AnyDesc, DescFile>;

/** Everything in a file that can carry a comment. */
function elementsOf(file: DescFile): Element[] {
  return [...nestedTypes(file)].flatMap(withMembers);
}

function withMembers(type: DescMessage | DescEnum | DescExtension | DescService): Element[] {
  switch (type.kind) {
    case "message":
      return [type, ...type.fields, ...type.oneofs];
    case "enum":
      return [type, ...type.values];
    case "service":
      return [type, ...type.methods];
    case "extension":
      return [type];
  }
}

interface Comment {
  readonly name: string;
  readonly text: string;
}

function commentsOf(elements: readonly Element[]): Comment[] {
  return elements.map((element) => ({
    name: element.toString(),
    text: (getComments(element).leading ?? "").replace(/\s+/g, " ").trim(),
  }));
}

describe("comments", () => {
  test("every file says what it is", () => {
    const texts = files.map((file) => (getSyntaxComments(file).leading ?? "").trim());
    expect(texts.map((text) => text.endsWith("."))).toStrictEqual([...protoFiles, "1.1"].map(() => true));
  });

  test("every message, field, oneof, enum, value, service, method and extension has whole sentences", () => {
    const comments = commentsOf(files.flatMap(elementsOf));
    expect(comments.length).toBeGreaterThan(500);
    expect(comments.filter(({ text }) => !/^[\p{L}\d`].*\.$/u.test(text))).toStrictEqual([]);
  });

  test("no comment hangs behind or apart from what it is about", () => {
    const stray = files.flatMap(elementsOf).filter((element) => {
      const { trailing, leadingDetached } = getComments(element);
      return trailing !== undefined || leadingDetached.length > 0;
    });
    expect(stray.map(String)).toStrictEqual([]);
  });

  test("what is deprecated says what to use instead", () => {
    const deprecated = files.flatMap(elementsOf).filter((element) => element.deprecated);
    expect(commentsOf(deprecated).map(({ name, text }) => [name, /Use `.*instead/.test(text)])).toStrictEqual(
      [
        ["field a2a.v1.AgentCard.url", true],
        ["field a2a.v1.AgentCard.preferred_transport", true],
        ["field a2a.v1.AgentCard.additional_interfaces", true],
        ["field lf.a2a.v1.OAuthFlows.implicit", true],
        ["field lf.a2a.v1.OAuthFlows.password", true],
        // In 1.1.
        ["field lf.a2a.v1.SendMessageConfiguration.history_length", true],
        ["field lf.a2a.v1.Task.history", true],
        ["field lf.a2a.v1.OAuthFlows.implicit", true],
        ["field lf.a2a.v1.OAuthFlows.password", true],
        ["field lf.a2a.v1.GetTaskRequest.history_length", true],
        ["field lf.a2a.v1.ListTasksRequest.history_length", true],
      ],
    );
  });
});
