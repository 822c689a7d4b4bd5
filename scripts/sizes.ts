/**
 * Measures what replies and definitions of tools cost an assistant, the replies beside TempoFiller 1.1.3's markdown, and writes it into docs/reply-sizes.md.
 *
 *   npm run sizes              prints the table and writes it
 *   npm run sizes -- --check   writes nothing; fails if the document's tables are not as measured, or if definitions are too large
 */
import { join } from "node:path";
import { printResult } from "./lib/print-result.ts";
import { updateDocument } from "./sizes/update-document.ts";

const root = join(import.meta.dirname, "..");
await printResult(updateDocument(root, { isCheck: process.argv.includes("--check") }));
