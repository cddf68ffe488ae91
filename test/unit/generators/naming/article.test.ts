import { expect, test } from "vitest";
import { withArticle } from "../../../../generators/naming/article.ts";

test.each([
  "a Task",
  "an Artifact",
  "an Order",
  "an AgentCard",
  "an Item",
  "a User",
  "a Unit",
  "a UnionType",
  "an Unimplemented",
  "an Update",
  "a Uri",
  "a URL",
  "a Utility",
  "an Umbrella",
  "a European",
  "an Event",
  "a Once",
  "a OneTimeCode",
  "an Online",
  "an HTTPAuthSecurityScheme",
  "an APIKeySecurityScheme",
  "an OAuthFlows",
  "an Hour",
  "a House",
  "an XMLFile",
  "a Role",
])("%s", (text) => {
  expect(withArticle(text.split(" ")[1] ?? "")).toBe(text);
});
