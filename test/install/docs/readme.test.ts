import { findDocuments } from "../../system/docs/documents.ts";
import { isLater, isUnpublished } from "../../system/docs/shell-blocks.ts";
import { followDocuments } from "./user-commands.ts";

// `npm test` has this; what the README says of packages from a clone is in user-commands.test.ts.
const readme = (await findDocuments()).filter(({ path }) => path === "README.md");
followDocuments(
  readme.map(({ path, blocks }) => ({
    path,
    blocks: blocks.filter((block) => !isUnpublished(block) && !isLater(block)),
  })),
);
