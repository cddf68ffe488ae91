import { findDocuments } from "../../system/docs/documents.ts";
import { userStepsOf } from "../../system/docs/shell-blocks.ts";
import { followDocuments } from "./user-commands.ts";

const documents = (await findDocuments()).filter((document) => userStepsOf(document).length > 0);

// What the README says is in readme.test.ts beside this.
followDocuments(documents.filter(({ path }) => path !== "README.md"));
