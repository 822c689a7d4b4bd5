import { logRows } from "../../../src/cli/log/log-rows.ts";
import { dates, entry as row } from "../../helpers/inputs.ts";
import { openImport } from "../../unit/import/open-import.ts";
import { openUndo } from "../../unit/undo/open-undo.ts";
import { type Entry, failing, invalidInput } from "./entry.ts";

const importing = (text: string, options: Parameters<ReturnType<typeof openImport>["run"]>[1] = {}) =>
  failing(() => openImport().run(text, options));

const ROW = "2026-01-05,1,PROJ-7";

/** More rows than one call takes, of which the first call's have no outcome. */
async function rowsAfterLostOnes() {
  const { server, tempo, interruption } = openUndo();
  tempo.onWrite("all", "gateway error, not processed");
  const rows = dates(501).map((date) => row(date, { hours: 1 }));
  const settings = { ...server.settings, budget: 8000 };
  const { outcomes } = await logRows(
    rows,
    { ...server, settings },
    { name: "import", signal: interruption.signal },
  );
  const last = outcomes.at(-1);
  if (last && "failure" in last) throw last.failure;
}

export const IMPORT: Entry[] = [
  invalidInput(
    "a field that --columns does not have",
    importing(`date,hours,issue\n${ROW}`, { columns: "hour=hours" }),
    "--columns takes date, hours, issue, comment, start, billable, billableHours, account, user, email, firstName, lastName, each once and with a " +
      "heading, such as --columns issue=Task,hours=Duration, not 'hour=hours'. See tempofiller help import.",
  ),
  invalidInput(
    "a heading that the file does not have",
    importing(`date,hours,issue\n${ROW}`, { columns: "hours=Spent" }),
    "--columns: there is no heading 'Spent'. The headings are 'date', 'hours', 'issue'. See tempofiller help import.",
  ),
  invalidInput(
    "two headings for one field",
    importing(`date,hours,issue,Duration\n${ROW},2`),
    "'hours' and 'Duration' may both be the hours. Rename one, or say which, as in --columns hours=HEADING. See tempofiller help import.",
  ),
  invalidInput(
    "headings that are not known",
    importing(`day,spent,issue\n${ROW}`),
    "No heading is known for the date and the hours. The headings are 'day', 'spent', 'issue'. Name them, as in --columns " +
      "date=HEADING,hours=HEADING. See tempofiller help import.",
  ),
  invalidInput(
    "a form of dates that is not one",
    importing(`date,hours,issue\n${ROW}`, { dates: "german" }),
    "--dates takes a form such as dd.mm.yyyy or mm/dd/yyyy, not 'german'. See tempofiller help import.",
  ),
  invalidInput(
    "rows of several users",
    importing(`date,hours,issue,user\n${ROW},Ada\n${ROW},Bo`),
    "The file has rows of several users: ada, bo. Give --user an email address or a whole name that it has. Nothing was sent.",
  ),
  invalidInput(
    "a user whom the file does not have",
    importing(`date,hours,issue,user\n${ROW},Ada`, { user: "Cy" }),
    "The file has no rows of 'Cy'. Give --user an email address or a whole name that it has. Nothing was sent.",
  ),
  {
    cause: "rows after others of which none has an outcome",
    meet: failing(rowsAfterLostOnes),
    code: "not_sent",
    text: "Not sent: nothing that was sent before has an outcome yet. Send the same call again in a few minutes.",
  },
];
