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
    "--columns takes date, hours, issue, comment, start, billable, billableHours, account, user, each with a heading, such as " +
      "--columns issue=Task,hours=Duration, not 'hour=hours'. See tempofiller help import.",
  ),
  invalidInput(
    "a field that --columns names twice",
    importing(`date,a,b,issue\n${ROW}`, { columns: "hours=a,hours=b" }),
    "--columns names hours twice. Give it once. See tempofiller help import.",
  ),
  invalidInput(
    "a heading that the file does not have",
    importing(`date,hours,issue\n${ROW}`, { columns: "hours=Spent" }),
    "--columns: there is no heading 'Spent'. The headings are 'date', 'hours', 'issue'. See tempofiller help import.",
  ),
  invalidInput(
    "a heading that is there twice",
    importing(`date,hours,issue,date\n${ROW},x`),
    "The heading 'date' is there twice. Rename one of them. See tempofiller help import.",
  ),
  invalidInput(
    "two headings for one field",
    importing(`date,hours,issue,Duration\n${ROW},2`),
    "'hours' and 'duration' may both be the hours. Say which, as in --columns hours=duration. See tempofiller help import.",
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
    "dates that can be read in two ways",
    importing("date,hours,issue\n01/05/2026,1,PROJ-7"),
    "Line 2 has the date '01/05/2026'. Say how dates are written: --dates dd/mm/yyyy if it is 2026-05-01, or --dates mm/dd/yyyy if " +
      "it is 2026-01-05. Nothing was sent.",
  ),
  invalidInput(
    "rows of several users",
    importing(`date,hours,issue,user\n${ROW},Ada\n${ROW},Bo`),
    "The file has rows of several users. Say who you are: --user Ada, or --user Bo. Nothing was sent.",
  ),
  invalidInput(
    "a user whom the file does not have",
    importing(`date,hours,issue,user\n${ROW},Ada`, { user: "Cy" }),
    "The file has no rows of 'Cy'. Its users are: Ada. Nothing was sent.",
  ),
  invalidInput(
    "a user's name that several users have",
    importing(`date,hours,issue,first name,last name\n${ROW},Ann,Smith\n${ROW},Ann,Jones`, { user: "Ann" }),
    "'Ann' is the name of several users. Say who you are: --user 'Ann Smith', or --user 'Ann Jones'. Nothing was sent.",
  ),
  invalidInput(
    "an empty user",
    importing(`date,hours,issue,user\n${ROW},Ada`, { user: "" }),
    "--user takes a name or an email address, and is empty. See tempofiller help import.",
  ),
  {
    cause: "rows after others of which none has an outcome",
    meet: failing(rowsAfterLostOnes),
    code: "not_sent",
    text: "Not sent: nothing that was sent before has an outcome yet. Send the same call again in a few minutes.",
  },
];
