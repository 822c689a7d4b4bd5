// Rendered from contracts/ by `npm run generate`. Do not edit.

import type { Inputs } from "./inputs.ts";
import type { Responses } from "./responses.ts";

/** The version of the contract: of the replies' shapes and the inputs'. */
export const CONTRACT_VERSION = "1.0.0";

/** A schema or a part of one. The published ones are objects at their root, with references into their own `$defs`. */
export interface Schema {
  description?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
  [keyword: string]: unknown;
}

export const inputSchemas: Record<keyof Inputs, Schema> = {
  "GetScheduleInput": {
    "type": "object",
    "description": "Arguments of get_schedule.",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date, YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date, inclusive, YYYY-MM-DD. Left out: the start date."
      }
    }
  },
  "GetWorklogsInput": {
    "type": "object",
    "description": "Arguments of get_worklogs.",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date, YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date, inclusive, YYYY-MM-DD. Left out: the start date."
      },
      "issueKey": {
        "type": "string",
        "description": "Only worklogs on this Jira issue, for example PROJ-123."
      }
    }
  },
  "PostWorklogInput": {
    "type": "object",
    "description": "Arguments of post_worklog.",
    "required": [
      "issueKey",
      "hours",
      "startDate"
    ],
    "properties": {
      "issueKey": {
        "type": "string",
        "description": "Jira issue key, for example PROJ-123."
      },
      "hours": {
        "type": "number",
        "minimum": 0.1,
        "maximum": 24,
        "description": "Hours per day, decimal: 1.5 is an hour and a half."
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Date of the work, YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of a range, inclusive: the hours are booked on each working day of it, 500 at most. Left out: on startDate, whatever day it is."
      },
      "billable": {
        "type": "boolean",
        "description": "False books non-billable time. Left out: billable."
      },
      "description": {
        "type": "string",
        "description": "What was done; kept as the worklog's comment."
      }
    }
  },
  "BulkPostWorklogsInput": {
    "type": "object",
    "description": "Arguments of bulk_post_worklogs.",
    "required": [
      "worklogs"
    ],
    "properties": {
      "worklogs": {
        "type": "array",
        "description": "1 to 500 entries, each stored on its own date.",
        "items": {
          "$ref": "#/$defs/BulkWorklogEntry"
        }
      },
      "billable": {
        "type": "boolean",
        "description": "For all entries: false books non-billable time. Left out: billable."
      }
    },
    "$defs": {
      "BulkWorklogEntry": {
        "type": "object",
        "description": "One worklog to store.",
        "required": [
          "issueKey",
          "hours",
          "date"
        ],
        "properties": {
          "issueKey": {
            "type": "string",
            "description": "Jira issue key, for example PROJ-123."
          },
          "hours": {
            "type": "number",
            "minimum": 0.1,
            "maximum": 24,
            "description": "Hours, decimal: 1.5 is an hour and a half."
          },
          "date": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "Date of the work, YYYY-MM-DD."
          },
          "description": {
            "type": "string",
            "description": "What was done; kept as the worklog's comment."
          }
        }
      }
    }
  },
  "DeleteWorklogInput": {
    "type": "object",
    "description": "Arguments of delete_worklog.",
    "required": [
      "worklogId"
    ],
    "properties": {
      "worklogId": {
        "type": "string",
        "description": "Tempo's worklog id, as get_worklogs gives it."
      }
    }
  }
};

export const responseSchemas: Record<keyof Responses, Schema> = {
  "GetScheduleResponse": {
    "type": "object",
    "description": "The working schedule of the token's owner, one element per calendar date of the range.",
    "additionalProperties": false,
    "required": [
      "startDate",
      "endDate",
      "days",
      "summary"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date of the range, as asked."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the range, inclusive, as asked; the start date where the call named none."
      },
      "days": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/ScheduleDay"
        },
        "description": "Every date of the range, ascending, without gaps."
      },
      "summary": {
        "$ref": "#/$defs/ScheduleSummary",
        "description": "Totals over `days`."
      }
    },
    "$defs": {
      "ScheduleDay": {
        "type": "object",
        "description": "One date of the schedule.",
        "additionalProperties": false,
        "required": [
          "date",
          "dayOfWeek",
          "requiredHours",
          "isWorkingDay"
        ],
        "properties": {
          "date": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "The calendar date."
          },
          "dayOfWeek": {
            "type": "string",
            "enum": [
              "Monday",
              "Tuesday",
              "Wednesday",
              "Thursday",
              "Friday",
              "Saturday",
              "Sunday"
            ],
            "description": "English name of the weekday of `date`."
          },
          "requiredHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that Tempo's schedule requires on this date, holidays already taken off; 0 on a day off."
          },
          "isWorkingDay": {
            "type": "boolean",
            "description": "True when Tempo calls the date a working day or requires hours on it. A half-day holiday is a working day."
          },
          "holiday": {
            "type": "string",
            "description": "Name of the public holiday on this date, from Tempo's holiday scheme. Left out on other dates."
          }
        }
      },
      "ScheduleSummary": {
        "type": "object",
        "description": "Totals over the days of a schedule.",
        "additionalProperties": false,
        "required": [
          "totalDays",
          "workingDays",
          "nonWorkingDays",
          "totalRequiredHours",
          "averageDailyHours"
        ],
        "properties": {
          "totalDays": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of dates in the range."
          },
          "workingDays": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of dates with `isWorkingDay` true."
          },
          "nonWorkingDays": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of dates with `isWorkingDay` false."
          },
          "totalRequiredHours": {
            "type": "number",
            "minimum": 0,
            "description": "Required hours of all dates: their seconds added, rounded once."
          },
          "averageDailyHours": {
            "type": "number",
            "minimum": 0,
            "description": "Required hours divided by working days; 0 where there is no working day."
          }
        }
      }
    }
  },
  "GetWorklogsResponse": {
    "type": "object",
    "description": "The worklogs of the token's owner in a date range.",
    "additionalProperties": false,
    "required": [
      "startDate",
      "endDate",
      "worklogs",
      "byIssue",
      "summary"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date of the range, as asked."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the range, inclusive, as asked; the start date where the call named none."
      },
      "issueFilter": {
        "type": "string",
        "description": "The issue key that the call filtered by, as the caller wrote it. Left out where the call did not filter."
      },
      "worklogs": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/Worklog"
        },
        "description": "All worklogs of the range, ascending by date, then start time (none first), then id."
      },
      "byIssue": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/IssueAggregate"
        },
        "description": "The same worklogs added up per issue, most hours first, then by issue key."
      },
      "summary": {
        "$ref": "#/$defs/WorklogSummary",
        "description": "Totals over `worklogs`."
      }
    },
    "$defs": {
      "Worklog": {
        "type": "object",
        "description": "One worklog as it stands in Tempo.",
        "additionalProperties": false,
        "required": [
          "id",
          "issueKey",
          "issueSummary",
          "date",
          "hours",
          "comment"
        ],
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^\\d+$",
            "description": "Tempo's worklog id: digits, as text. The `worklogId` that delete_worklog takes."
          },
          "issueKey": {
            "type": "string",
            "description": "Jira's key of the issue, for example PROJ-123; its numeric id as text where the user may no longer see the issue."
          },
          "issueSummary": {
            "type": "string",
            "description": "Jira's summary line of the issue; empty where the user may no longer see the issue."
          },
          "date": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "The date the work was done on."
          },
          "hours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours worked."
          },
          "comment": {
            "type": "string",
            "description": "The worklog's description, exactly as stored; empty where there is none."
          }
        }
      },
      "IssueAggregate": {
        "type": "object",
        "description": "The worklogs of one issue, added up.",
        "additionalProperties": false,
        "required": [
          "issueKey",
          "issueSummary",
          "totalHours",
          "entryCount"
        ],
        "properties": {
          "issueKey": {
            "type": "string",
            "description": "Jira's key of the issue; its numeric id as text where the user may no longer see the issue."
          },
          "issueSummary": {
            "type": "string",
            "description": "Jira's summary line of the issue; empty where the user may no longer see the issue."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of the issue's worklogs: their seconds added, rounded once."
          },
          "entryCount": {
            "type": "integer",
            "minimum": 1,
            "description": "Number of worklogs on the issue."
          }
        }
      },
      "WorklogSummary": {
        "type": "object",
        "description": "Totals over a list of worklogs.",
        "additionalProperties": false,
        "required": [
          "totalHours",
          "totalEntries",
          "uniqueIssues"
        ],
        "properties": {
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of all worklogs: their seconds added, rounded once."
          },
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs."
          },
          "uniqueIssues": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of different issues among them."
          }
        }
      }
    }
  },
  "PostWorklogResponse": {
    "type": "object",
    "description": "The worklog that a call of post_worklog stored, or those of each working day of a range.",
    "additionalProperties": false,
    "required": [
      "success",
      "worklog"
    ],
    "properties": {
      "success": {
        "type": "boolean",
        "const": true,
        "description": "Always true; a failure is a text error instead."
      },
      "worklog": {
        "$ref": "#/$defs/PostedWorklog",
        "description": "The worklog that now stands in Tempo; that of the first day where a range was posted."
      },
      "additionalWorklogs": {
        "type": "array",
        "minItems": 1,
        "items": {
          "$ref": "#/$defs/PostedWorklog"
        },
        "description": "The worklogs of the other days of a range, ascending by date. Left out where only one day was posted."
      }
    },
    "$defs": {
      "PostedWorklog": {
        "type": "object",
        "description": "A worklog after posting.",
        "additionalProperties": false,
        "required": [
          "id",
          "issueKey",
          "issueSummary",
          "date",
          "hours",
          "comment"
        ],
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^\\d+$",
            "description": "Tempo's worklog id: digits, as text. The `worklogId` that delete_worklog takes."
          },
          "issueKey": {
            "type": "string",
            "description": "Jira's key of the issue, which may differ from the one asked for (moved issue, other case)."
          },
          "issueSummary": {
            "type": "string",
            "description": "Jira's summary line of the issue."
          },
          "date": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "The date the work was done on."
          },
          "hours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours stored."
          },
          "comment": {
            "type": "string",
            "description": "The description as stored; empty where there is none."
          },
          "billableHours": {
            "type": "number",
            "minimum": 0,
            "description": "Billable hours. Left out where they equal `hours`."
          },
          "alreadyLogged": {
            "type": "boolean",
            "const": true,
            "description": "True where an equal worklog stood there before and nothing new was stored. Left out otherwise."
          }
        }
      }
    }
  },
  "BulkPostWorklogsResponse": {
    "type": "object",
    "description": "What became of each entry of a batch.",
    "additionalProperties": false,
    "required": [
      "results",
      "summary"
    ],
    "properties": {
      "results": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/BulkWorklogResult"
        },
        "description": "One element per entry, in the order of the call."
      },
      "byIssue": {
        "type": "array",
        "minItems": 1,
        "items": {
          "$ref": "#/$defs/IssueAggregate"
        },
        "description": "The entries that succeeded, added up per issue, most hours first, then by issue key. Left out where none succeeded."
      },
      "summary": {
        "$ref": "#/$defs/BulkSummary",
        "description": "Totals over `results`."
      }
    },
    "$defs": {
      "IssueAggregate": {
        "type": "object",
        "description": "The worklogs of one issue, added up.",
        "additionalProperties": false,
        "required": [
          "issueKey",
          "issueSummary",
          "totalHours",
          "entryCount"
        ],
        "properties": {
          "issueKey": {
            "type": "string",
            "description": "Jira's key of the issue; its numeric id as text where the user may no longer see the issue."
          },
          "issueSummary": {
            "type": "string",
            "description": "Jira's summary line of the issue; empty where the user may no longer see the issue."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of the issue's worklogs: their seconds added, rounded once."
          },
          "entryCount": {
            "type": "integer",
            "minimum": 1,
            "description": "Number of worklogs on the issue."
          }
        }
      },
      "BulkWorklogResult": {
        "type": "object",
        "description": "What became of one entry of a batch.",
        "additionalProperties": false,
        "required": [
          "date",
          "issueKey",
          "hours",
          "success"
        ],
        "properties": {
          "date": {
            "type": "string",
            "description": "The entry's date, as the caller wrote it."
          },
          "issueKey": {
            "type": "string",
            "description": "The entry's issue key, as the caller wrote it."
          },
          "hours": {
            "type": "number",
            "description": "Hours stored; where the entry failed, the number as the caller wrote it."
          },
          "success": {
            "type": "boolean",
            "description": "True when the hours stand in Tempo."
          },
          "worklogId": {
            "type": "string",
            "pattern": "^\\d+$",
            "description": "Tempo's worklog id: digits, as text. Present where `success` is true."
          },
          "error": {
            "type": "string",
            "description": "Why the entry failed and what to do next. Present where `success` is false."
          },
          "alreadyLogged": {
            "type": "boolean",
            "const": true,
            "description": "True where an equal worklog stood there before and nothing new was stored. Left out otherwise."
          },
          "comment": {
            "type": "string",
            "description": "The entry's description. Left out where it had none."
          }
        }
      },
      "BulkSummary": {
        "type": "object",
        "description": "Totals over the results of a batch.",
        "additionalProperties": false,
        "required": [
          "total",
          "succeeded",
          "failed",
          "totalHours"
        ],
        "properties": {
          "total": {
            "type": "integer",
            "minimum": 1,
            "description": "Number of entries in the call."
          },
          "succeeded": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of entries with `success` true."
          },
          "failed": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of entries with `success` false."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of the entries with `success` true: their seconds added, rounded once."
          }
        }
      }
    }
  },
  "DeleteWorklogResponse": {
    "type": "object",
    "description": "The worklog that was deleted.",
    "additionalProperties": false,
    "required": [
      "success",
      "deletedWorklogId"
    ],
    "properties": {
      "success": {
        "type": "boolean",
        "const": true,
        "description": "Always true; a failure is a text error instead."
      },
      "deletedWorklogId": {
        "type": "string",
        "pattern": "^\\d+$",
        "description": "Tempo's id of the worklog that no longer exists."
      }
    }
  }
};
