import { expect, test } from "vitest";
import { DEPLOYMENTS, own, readWeek } from "../../helpers/activity.ts";

// Data Center takes a request for each.
test.each(DEPLOYMENTS)(
  "on %s, Jira as a source of evidence reads 1,000 issues at most, and says so",
  async (kind) => {
    const issues = Array.from({ length: 1020 }, (_, index) => ({
      id: index + 1,
      key: `A-${index + 1}`,
      summary: "",
    }));
    const activity = issues.map(({ id }) => own(id, "2026-01-05T09:00:00", { status: "Done" }));
    expect(await readWeek(kind, { seed: { issues, activity } }).reading).toMatchObject({
      found: "1,000 changes in 1,000 issues",
      problems: [
        "Jira has more than 1,000 issues for these dates, of which 1,000 were read. Ask for a shorter range.",
      ],
    });
  },
  120_000,
);
