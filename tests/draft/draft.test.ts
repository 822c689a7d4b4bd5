import { randomInt } from "node:crypto";
import { testDrafts } from "./test-drafts.ts";

testDrafts(2000, randomInt(2 ** 31), 10);
