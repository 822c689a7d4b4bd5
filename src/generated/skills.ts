// Rendered from skills/ by `npm run generate`. Do not edit.

/** A skill as `skills/list` and `skills/get` return it. */
export interface SkillEntry {
  /** The address of its SKILL.md. */
  uri: string;
  /** That of its SKILL.md, as it is written there. */
  frontmatter: { name: string; description: string; [field: string]: unknown };
  /** Every file of it. */
  resources: { uri: string; digest: string; size: number }[];
}

export interface Skill {
  entry: SkillEntry;
  /** The text of its SKILL.md, its only file. */
  text: string;
}

export const skills: readonly Skill[] = [
  {
    "entry": {
      "uri": "skill://catch-up/SKILL.md",
      "frontmatter": {
        "name": "catch-up",
        "description": "Drafts a Tempo (Jira) timesheet from what the user did in Jira, git, calendar and coding sessions, and logs it once the user agrees. Use it when the user is behind and asks what they worked on, or wants days logged without saying on which issues. Not if the user names the issues.",
        "license": "MIT",
        "compatibility": "Needs the MCP server TempoFiller with its tool set draft (TEMPO_TOOLSETS=draft).",
        "metadata": {
          "tempofiller-tools": "draft_timesheet post_draft"
        }
      },
      "resources": [
        {
          "uri": "skill://catch-up/SKILL.md",
          "digest": "sha256:73e618ef8bd55af2552217984abd8476f69d0ea122be887ad1863c79ae8712a2",
          "size": 2816
        }
      ]
    },
    "text": "---\nname: catch-up\ndescription: Drafts a Tempo (Jira) timesheet from what the user did in Jira, git, calendar and coding sessions, and logs it once the user agrees. Use it when the user is behind and asks what they worked on, or wants days logged without saying on which issues. Not if the user names the issues.\nlicense: MIT\ncompatibility: Needs the MCP server TempoFiller with its tool set draft (TEMPO_TOOLSETS=draft).\nmetadata:\n  tempofiller-tools: draft_timesheet post_draft\n---\n\n# Catch up\n\nWithout `draft_timesheet`, the set is off: ask the user to add `draft` to TEMPO_TOOLSETS in the settings of TempoFiller. Invent nothing\ninstead.\n\n## Draft\n\n1. Call `draft_timesheet` once for the whole range: at most 31 days, up to today. Do not read schedule or worklogs first; the draft\n   counts what is logged.\n2. Show, in this order:\n   - every `problem` in `sources`, because what cannot be read is missing from the draft;\n   - each day with its entries: issue, hours, comment. Give the evidence only of entries with a `basis` (`learnt` and `inferred`\n     are guesses to check), or if the user asks;\n   - days with a `reason`, `missingHoursAfter` or `overtimeHours`, and `summary.daysWithoutEvidence`.\n\n## Ask about what is unmapped\n\n3. Ask one question for all of `unmapped`: title, day, hours, and the candidates as choices. One line for each title, however often\n   it occurs. In the same question, ask what else is wrong. If nothing is unmapped, ask whether to log it.\n4. Never choose an issue for the user, not even an only candidate. `search_issues` (set `find`) can look for a name that the user gives.\n   \"I don't know\" leaves it out of the timesheet; so does \"that was private\", with its ref in `leaveOut`.\n5. If something changed, call `draft_timesheet` again with the same dates and **everything** said so far: `assign` with one line for each\n   ref of that title, and `leaveOut`. Refs belong to these dates: another range has others. Show only what is different now, and ask\n   whether to log it.\n\n## Log and remember\n\n6. After a yes, call `post_draft` with the same arguments and the latest `confirm`. A yes to an earlier draft is no yes to a changed one.\n7. `remember: true` keeps each title of `assign` with its issue for later drafts. Set it if the user says that it is always so; ask\n   once, together with the yes, for meetings that repeat. Pass on `notRemembered`.\n8. Say how many hours were logged, and name `failures` and `missingHoursAfter`. If the reply has a `draft`, nothing of that draft is\n   logged: show it and ask again.\n\n## What stays empty\n\nDays without evidence stay empty. Ask what was done there, and log that with `bulk_post_worklogs`; never spread other work over them.\n`fill: false` logs the evidence alone, if the user does not want work stretched up to the required hours.\n"
  },
  {
    "entry": {
      "uri": "skill://fill-my-month/SKILL.md",
      "frontmatter": {
        "name": "fill-my-month",
        "description": "Fills the days that lack hours in a Tempo (Jira) timesheet. Use it when the user wants a month, a week or a range filled or completed and can say on which issues, or wants to repeat earlier weeks. Not for single entries, and not if the user does not know what they worked on.",
        "license": "MIT",
        "compatibility": "Needs the MCP server TempoFiller. Its tool set fill (TEMPO_TOOLSETS=fill) saves calls.",
        "metadata": {
          "tempofiller-tools": "get_schedule get_worklogs bulk_post_worklogs"
        }
      },
      "resources": [
        {
          "uri": "skill://fill-my-month/SKILL.md",
          "digest": "sha256:b8da608e379322aac087ceb62ba96f1f328648c3953a6b4695fd1ffa323fa5fd",
          "size": 3048
        }
      ]
    },
    "text": "---\nname: fill-my-month\ndescription: Fills the days that lack hours in a Tempo (Jira) timesheet. Use it when the user wants a month, a week or a range filled or completed and can say on which issues, or wants to repeat earlier weeks. Not for single entries, and not if the user does not know what they worked on.\nlicense: MIT\ncompatibility: Needs the MCP server TempoFiller. Its tool set fill (TEMPO_TOOLSETS=fill) saves calls.\nmetadata:\n  tempofiller-tools: get_schedule get_worklogs bulk_post_worklogs\n---\n\n# Fill my month\n\n## Before the first call\n\n- The range ends today, unless the user includes days to come. One call covers all of it.\n- Without an issue there is nothing to plan. Ask; `search_issues` (set `find`) lists what the user logged time on recently.\n- \"Which days are missing?\" is only a question: `find_missing_days` answers it. Stop there.\n\n## Plan, show, confirm\n\nIf you have `fill_days`, read nothing first: it reads schedule and worklogs itself.\n\n1. Call `fill_days` with the range and `rows`: the fixed hours first, such as\n   `{\"issueKey\":\"DEMO-4\",\"hours\":1,\"weekdays\":[\"Monday\"]}`, then one row without hours, which gets the rest of each day.\n   \"As in the weeks before\" is `copyFrom` instead of `rows`.\n2. Show the plan by issue, with hours and dates; then everything in `reduced` and `skipped` with its reason, and\n   `summary.missingHoursAfter` if it is not 0.\n3. Ask one question. Ask none if the user has already said to log exactly this, and nothing is `skipped`.\n4. Call `fill_days` again with the same arguments and the plan's `confirm`. If the user changed something, call it without\n   `confirm` and show the new plan instead.\n5. Say how many hours were logged, and name every entry of `failures`. `posted` false with a `confirm` is a new plan: show it.\n\nWithout `fill_days`: call `get_schedule` and `get_worklogs` once each for the whole range. A day lacks `requiredHours` minus what is\nlogged on that date, on any issue; 0 required hours means nothing to log. Show, ask, and send all entries in one\n`bulk_post_worklogs`. The set `fill` (TEMPO_TOOLSETS=fill) does this in two calls: say so once.\n\n## Days that are special\n\n- **Holiday or day off**: nothing is logged there. Log on one only if the user names that date.\n- **Half day**: `requiredHours` already is the half. Log that, not a full day.\n- **Vacation or illness**: the schedule may not know it. Ask for the issue that absences go on; without one, leave these days out by\n  planning the ranges before and after them.\n- **More hours than required**: `fill_days` never does that. If the user wants it, name the date and both sums, and log it with\n  `bulk_post_worklogs` after a yes. Pass on every date in `overbooked`.\n- **A submitted or approved period**: nothing can be logged in it. Do not retry, and do not move hours to another date.\n\n## If it was wrong\n\nThe reply has the ids. `delete_worklogs` (set `edit`) shows them and deletes with `confirm`; `delete_worklog` takes one id. To put\nhours on another issue, `update_worklog` (set `edit`) is enough.\n"
  },
  {
    "entry": {
      "uri": "skill://month-end/SKILL.md",
      "frontmatter": {
        "name": "month-end",
        "description": "Checks that a Tempo (Jira) timesheet is complete and submits it for approval, or explains and reopens a period that is locked. Use it when the user asks to close, hand in or submit a month or week, whether it is submitted, or why hours in it cannot be logged or changed.",
        "license": "MIT",
        "compatibility": "Needs the MCP server TempoFiller with its tool set approvals (TEMPO_TOOLSETS=approvals).",
        "metadata": {
          "tempofiller-tools": "get_timesheets submit_timesheet recall_timesheet"
        }
      },
      "resources": [
        {
          "uri": "skill://month-end/SKILL.md",
          "digest": "sha256:6b4d144d630fa0117d3224082f796079014689d0a4f2557de9423d7f1a85616a",
          "size": 2590
        }
      ]
    },
    "text": "---\nname: month-end\ndescription: Checks that a Tempo (Jira) timesheet is complete and submits it for approval, or explains and reopens a period that is locked. Use it when the user asks to close, hand in or submit a month or week, whether it is submitted, or why hours in it cannot be logged or changed.\nlicense: MIT\ncompatibility: Needs the MCP server TempoFiller with its tool set approvals (TEMPO_TOOLSETS=approvals).\nmetadata:\n  tempofiller-tools: get_timesheets submit_timesheet recall_timesheet\n---\n\n# Month end\n\nWithout `get_timesheets`, the set is off: ask the user to add `approvals` to TEMPO_TOOLSETS in the settings of TempoFiller. Until then\nonly Tempo itself can submit.\n\n## Is it complete?\n\n1. Call `get_timesheets`. Without dates it shows this period and the one before. \"The month\", said in its first days, mostly\n   means the one before: name the one that you take.\n2. `approved` or `in_review`: it is submitted already. Say who has it (`reviewer`) and stop.\n3. `open` with `missingHours`: days to come count too. A period that has not ended is not due; say so before you go on.\n4. Call `submit_timesheet` with the period's `startDate`, without `confirm`. It sends nothing. If hours are missing, it lists the days:\n   show `missingDays`, and offer to fill them first. Only if the user has seen these days and still wants to submit, call it again with\n   `evenIfMissing: true`.\n\n## Submit\n\n5. Show the plan: period, hours logged and required, every day in `overbooked`, the reviewer. Say that submitting locks the hours and\n   sends the reviewer an e-mail.\n6. After a yes to this plan, call it again with the same arguments and its `confirm`. \"Submit my month\" alone, said before the plan, is\n   not that yes.\n7. If the call asks for a reviewer, ask the user for the name; do not choose one. `alreadySubmitted` means that there is nothing more to\n   do: do not send it again.\n\n## A locked period\n\nIn a submitted or approved period nothing can be logged, changed or deleted, by any tool. Do not try again, and do not put the\nhours on another date.\n\n| status | what opens it |\n|---|---|\n| `in_review` | the user's own `recall_timesheet`, with the period's `startDate`. Use it only after the user asked for it, or said yes |\n| `approved` | only the reviewer, in Tempo. Name the reviewer; offer a text that the user can send |\n| `open`, and still refused | an administrator has closed the period, which Tempo does not show. Only they can open it |\n\nAfter a recall the period is not submitted any more: make the change, then begin again at step 4, so that it is handed in again.\n"
  }
];
