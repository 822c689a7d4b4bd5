import { testDrafts } from "../draft/test-drafts.ts";

// One seed, so that a change is what makes it fail: `npm run test:thorough` takes seeds of its own.
testDrafts(60, 20_261_123, 3);
