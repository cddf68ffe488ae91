import { findDocuments } from "../../system/docs/documents.ts";
import { isUnpublished, laterOf, userStepsOf } from "../../system/docs/shell-blocks.ts";
import { followDocuments } from "./user-commands.ts";

const documents = (await findDocuments()).map(({ path, blocks }) => ({
  path,
  // The rest of the README is in readme.test.ts beside this.
  blocks: path === "README.md" ? [...laterOf(blocks), ...blocks.filter(isUnpublished)] : blocks,
}));

followDocuments(documents.filter((document) => userStepsOf(document).length > 0));
