// Rendered from contracts/ by `npm run generate`. Do not edit.

import type { Inputs } from "./inputs.ts";
import type { Responses } from "./responses.ts";

/** The version of the contract: of the replies' shapes and the inputs'. */
export const CONTRACT_VERSION = "1.0.0";

/** A schema or a part of one, without references. The published ones are objects at their root. */
export interface Schema {
  description?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  [keyword: string]: unknown;
}

export const inputSchemas: Record<keyof Inputs, Schema> = {
  "GetScheduleInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      }
    }
  },
  "GetWorklogsInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      },
      "issueKey": {
        "type": "string",
        "description": "Only this issue."
      }
    }
  },
  "PostWorklogInput": {
    "type": "object",
    "required": [
      "issueKey",
      "hours",
      "startDate"
    ],
    "properties": {
      "issueKey": {
        "type": "string",
        "description": "Such as PROJ-123."
      },
      "hours": {
        "type": "number",
        "minimum": 0.1,
        "maximum": 24,
        "description": "0.1 to 24, per day."
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Date, YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Left out: only startDate, even on a day off."
      },
      "billable": {
        "type": "boolean",
        "description": "Default: true."
      },
      "description": {
        "type": "string",
        "description": "Comment."
      }
    }
  },
  "BulkPostWorklogsInput": {
    "type": "object",
    "required": [
      "worklogs"
    ],
    "properties": {
      "worklogs": {
        "type": "array",
        "description": "1 to 500 entries.",
        "items": {
          "type": "object",
          "required": [
            "issueKey",
            "hours",
            "date"
          ],
          "properties": {
            "issueKey": {
              "type": "string",
              "description": "Such as PROJ-123."
            },
            "hours": {
              "type": "number",
              "minimum": 0.1,
              "maximum": 24,
              "description": "0.1 to 24."
            },
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "Date, YYYY-MM-DD."
            },
            "description": {
              "type": "string",
              "description": "Comment."
            }
          }
        }
      },
      "billable": {
        "type": "boolean",
        "description": "Default: true."
      }
    }
  },
  "PostWorklogDetailsInput": {
    "type": "object",
    "required": [
      "issueKey",
      "hours",
      "startDate"
    ],
    "properties": {
      "issueKey": {
        "type": "string",
        "description": "Such as PROJ-123."
      },
      "hours": {
        "type": "number",
        "minimum": 0.1,
        "maximum": 24,
        "description": "0.1 to 24, per day."
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Date, YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Left out: only startDate, even on a day off."
      },
      "billable": {
        "type": "boolean",
        "description": "Default: true."
      },
      "description": {
        "type": "string",
        "description": "Comment."
      },
      "startTime": {
        "type": "string",
        "pattern": "^\\d{2}:\\d{2}$",
        "description": "Local, HH:mm."
      },
      "attributes": {
        "type": "object",
        "description": "By key or name. @issue: the issue's account.",
        "properties": {
          "_Account_": {
            "type": "string",
            "description": "Account key."
          }
        },
        "additionalProperties": {
          "type": "string"
        }
      }
    }
  },
  "BulkPostWorklogsDetailsInput": {
    "type": "object",
    "required": [
      "worklogs"
    ],
    "properties": {
      "worklogs": {
        "type": "array",
        "description": "1 to 500 entries.",
        "items": {
          "type": "object",
          "required": [
            "issueKey",
            "hours",
            "date"
          ],
          "properties": {
            "issueKey": {
              "type": "string",
              "description": "Such as PROJ-123."
            },
            "hours": {
              "type": "number",
              "minimum": 0.1,
              "maximum": 24,
              "description": "0.1 to 24."
            },
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "Date, YYYY-MM-DD."
            },
            "billable": {
              "type": "boolean",
              "description": "Default: that of the call."
            },
            "description": {
              "type": "string",
              "description": "Comment."
            },
            "startTime": {
              "type": "string",
              "pattern": "^\\d{2}:\\d{2}$",
              "description": "Local, HH:mm."
            },
            "attributes": {
              "type": "object",
              "description": "By key or name. @issue: the issue's account.",
              "properties": {
                "_Account_": {
                  "type": "string",
                  "description": "Account key."
                }
              },
              "additionalProperties": {
                "type": "string"
              }
            }
          }
        }
      },
      "billable": {
        "type": "boolean",
        "description": "Default: true."
      }
    }
  },
  "DeleteWorklogInput": {
    "type": "object",
    "required": [
      "worklogId"
    ],
    "properties": {
      "worklogId": {
        "type": "string",
        "description": "Id from get_worklogs."
      }
    }
  },
  "FindMissingDaysInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      }
    }
  },
  "FillDaysInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      },
      "rows": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "issueKey"
          ],
          "properties": {
            "issueKey": {
              "type": "string",
              "description": "Jira key."
            },
            "hours": {
              "type": "number",
              "minimum": 0.0166,
              "maximum": 24,
              "description": "0.0166 (1m) to 24, per day. Default: the rest of the day."
            },
            "timeSpent": {
              "type": "string",
              "pattern": "^(\\d+h)? ?(\\d+m)?$",
              "description": "Instead of hours: 1h 20m."
            },
            "weekdays": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "Monday",
                  "Tuesday",
                  "Wednesday",
                  "Thursday",
                  "Friday",
                  "Saturday",
                  "Sunday"
                ]
              },
              "description": "Default: all."
            },
            "description": {
              "type": "string",
              "description": "Comment."
            },
            "attributes": {
              "type": "object",
              "description": "By key or name; empty for none.",
              "properties": {
                "_Account_": {
                  "type": "string",
                  "description": "Account key."
                }
              },
              "additionalProperties": {
                "type": "string"
              }
            }
          }
        },
        "description": "1 to 20, applied in order. Or give copyFrom."
      },
      "copyFrom": {
        "type": "object",
        "description": "Copies these dates by weekday; one date goes to every day.",
        "required": [
          "startDate"
        ],
        "properties": {
          "startDate": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "YYYY-MM-DD."
          },
          "endDate": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "YYYY-MM-DD, inclusive. Default: startDate."
          }
        }
      },
      "billable": {
        "type": "boolean",
        "description": "Default: true, or as copied."
      },
      "confirm": {
        "type": "string",
        "description": "From the plan."
      }
    }
  },
  "UpdateWorklogInput": {
    "type": "object",
    "required": [
      "worklogId"
    ],
    "properties": {
      "worklogId": {
        "type": "string",
        "description": "Id from get_worklogs."
      },
      "issueKey": {
        "type": "string",
        "description": "Issue to move it to."
      },
      "hours": {
        "type": "number",
        "minimum": 0.0166,
        "maximum": 24,
        "description": "0.0166 (1m) to 24. Billable time keeps its share."
      },
      "date": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "New date, YYYY-MM-DD."
      },
      "startTime": {
        "type": "string",
        "pattern": "^\\d{2}:\\d{2}$",
        "description": "Local, HH:mm."
      },
      "description": {
        "type": "string",
        "description": "New comment; empty removes it."
      },
      "billable": {
        "type": "boolean",
        "description": "All or none."
      },
      "attributes": {
        "type": "object",
        "description": "By key or name; empty removes.",
        "properties": {
          "_Account_": {
            "type": "string",
            "description": "Account key."
          }
        },
        "additionalProperties": {
          "type": "string"
        }
      }
    }
  },
  "DeleteWorklogsInput": {
    "type": "object",
    "required": [
      "worklogIds"
    ],
    "properties": {
      "worklogIds": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "1 to 100 ids."
      },
      "confirm": {
        "type": "string",
        "description": "From the plan."
      }
    }
  },
  "GetTimesheetsInput": {
    "type": "object",
    "required": [],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD. Default: this period and the one before."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      }
    }
  },
  "SubmitTimesheetInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, from get_timesheets."
      },
      "reviewer": {
        "type": "string",
        "description": "Name; Data Center needs it."
      },
      "comment": {
        "type": "string",
        "description": "Message to the reviewer."
      },
      "evenIfMissing": {
        "type": "boolean",
        "description": "Default: false."
      },
      "confirm": {
        "type": "string",
        "description": "From the plan."
      }
    }
  },
  "RecallTimesheetInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, from get_timesheets."
      },
      "comment": {
        "type": "string",
        "description": "Message to the reviewer."
      }
    }
  },
  "SearchIssuesInput": {
    "type": "object",
    "required": [],
    "properties": {
      "words": {
        "type": "string",
        "description": "Left out: recent and assigned issues."
      },
      "projectKey": {
        "type": "string",
        "description": "Only this project."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 20,
        "description": "1 to 20. Default: 10."
      }
    }
  },
  "GetWorkAttributesInput": {
    "type": "object",
    "required": [],
    "properties": {
      "issueKey": {
        "type": "string",
        "description": "Also lists the accounts open to it."
      }
    }
  },
  "DraftTimesheetInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive, at most 31 days. Default: startDate."
      },
      "assign": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "ref",
            "issueKey"
          ],
          "properties": {
            "ref": {
              "type": "string",
              "description": "From the draft, such as c4."
            },
            "issueKey": {
              "type": "string",
              "description": "Such as PROJ-123."
            }
          }
        },
        "description": "Issues that the user gives to evidence."
      },
      "leaveOut": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "Refs of evidence that is not to count."
      },
      "fill": {
        "type": "boolean",
        "description": "Stretch work, not meetings, to the required hours. Default: true."
      },
      "attributes": {
        "type": "object",
        "description": "By key or name, for all entries.",
        "properties": {
          "_Account_": {
            "type": "string",
            "description": "Account key."
          }
        },
        "additionalProperties": {
          "type": "string"
        }
      }
    }
  },
  "PostDraftInput": {
    "type": "object",
    "required": [
      "startDate",
      "confirm"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, as in draft_timesheet."
      },
      "assign": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "ref",
            "issueKey"
          ],
          "properties": {
            "ref": {
              "type": "string",
              "description": "From the draft, such as c4."
            },
            "issueKey": {
              "type": "string",
              "description": "Such as PROJ-123."
            }
          }
        },
        "description": "As in draft_timesheet."
      },
      "leaveOut": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "As in draft_timesheet."
      },
      "fill": {
        "type": "boolean",
        "description": "As in draft_timesheet."
      },
      "attributes": {
        "type": "object",
        "description": "As in draft_timesheet.",
        "properties": {
          "_Account_": {
            "type": "string",
            "description": "Account key."
          }
        },
        "additionalProperties": {
          "type": "string"
        }
      },
      "confirm": {
        "type": "string",
        "description": "From the draft that the user agreed to."
      },
      "remember": {
        "type": "boolean",
        "description": "Keep assign as rules for evidence of the same titles. Default: false."
      }
    }
  },
  "GetTotalsInput": {
    "type": "object",
    "required": [
      "startDate"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      },
      "groupBy": {
        "type": "string",
        "enum": [
          "issue",
          "project",
          "account",
          "day",
          "week",
          "month"
        ],
        "description": "Default: issue."
      },
      "then": {
        "type": "string",
        "enum": [
          "issue",
          "project",
          "account",
          "day",
          "week",
          "month"
        ],
        "description": "Groups within each group."
      },
      "issueKey": {
        "type": "string",
        "description": "Only this issue."
      },
      "projectKey": {
        "type": "string",
        "description": "Only this project."
      },
      "billable": {
        "type": "boolean",
        "description": "True: only worklogs with billable time. False: only those without."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 60,
        "description": "1 to 60 groups at each level; the rest is `other`. Default: 12; with `then` 3, 2 within each."
      }
    }
  },
  "GetTeamTimesheetsInput": {
    "type": "object",
    "required": [],
    "properties": {
      "team": {
        "type": "string",
        "minLength": 1,
        "description": "Name or id. Left out: lists the teams."
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, in the period. Default: today."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, in the same period."
      },
      "days": {
        "type": "boolean",
        "description": "Also the past dates that lack hours."
      }
    }
  },
  "GetTeamTotalsInput": {
    "type": "object",
    "required": [
      "team",
      "startDate"
    ],
    "properties": {
      "team": {
        "type": "string",
        "minLength": 1,
        "description": "Name or id."
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "YYYY-MM-DD, inclusive. Default: startDate."
      },
      "groupBy": {
        "type": "string",
        "enum": [
          "person",
          "project",
          "account",
          "day",
          "week",
          "month"
        ],
        "description": "Default: project."
      },
      "then": {
        "type": "string",
        "enum": [
          "person",
          "project",
          "account",
          "day",
          "week",
          "month"
        ],
        "description": "Groups within each group."
      },
      "projectKey": {
        "type": "string",
        "description": "Only this project."
      },
      "billable": {
        "type": "boolean",
        "description": "True: only worklogs with billable time. False: only those without."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 60,
        "description": "1 to 60 groups at each level; the rest is `other`. Default: 12; with `then` 3, 2 within each."
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
        "description": "First date of the range, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the range, inclusive, as requested; the start date if the call had none."
      },
      "days": {
        "type": "array",
        "items": {
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
              "description": "English weekday name of `date`."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that Tempo's schedule requires on this date, holidays already deducted; 0 on a day off."
            },
            "isWorkingDay": {
              "type": "boolean",
              "description": "True if Tempo marks the date as a working day or requires hours on it. A half-day holiday is a working day."
            },
            "holiday": {
              "type": "string",
              "description": "Name of the public holiday on this date, from Tempo's holiday scheme. Left out on other dates."
            }
          }
        },
        "description": "Every date of the range, ascending, without gaps."
      },
      "summary": {
        "type": "object",
        "description": "Totals over `days`.",
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
            "description": "Sum of the required hours, added in seconds and rounded once."
          },
          "averageDailyHours": {
            "type": "number",
            "minimum": 0,
            "description": "Required hours divided by working days; 0 if there are no working days."
          }
        }
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
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
        "description": "First date of the range, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the range, inclusive, as requested; the start date if the call had none."
      },
      "issueFilter": {
        "type": "string",
        "description": "The issue key that the call filtered by, as given by the caller. Left out if the call did not filter."
      },
      "worklogs": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "One worklog in Tempo.",
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
              "description": "Tempo's worklog id: digits, as a string. The `worklogId` for delete_worklog."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira, for example PROJ-123; its numeric id, as a string, if the user no longer has access to the issue."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira; empty if the user no longer has access to the issue."
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
              "description": "The worklog's description as stored, cut at 2,000 characters; empty if there is none."
            },
            "billableHours": {
              "type": "number",
              "minimum": 0,
              "description": "Billable hours. Left out if all of `hours` are billable."
            },
            "startTime": {
              "type": "string",
              "pattern": "^\\d{2}:\\d{2}$",
              "description": "Local start time, with the set details. Left out if midnight."
            },
            "timeSpent": {
              "type": "string",
              "description": "Exact time, such as 1h 20m. Left out if `hours` is exact."
            },
            "attributes": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A work attribute.",
                "additionalProperties": false,
                "required": [
                  "key",
                  "value"
                ],
                "properties": {
                  "key": {
                    "type": "string",
                    "description": "Its key."
                  },
                  "value": {
                    "type": "string",
                    "description": "Its value."
                  },
                  "name": {
                    "type": "string",
                    "description": "The value's name in its list, or of an open account, if it differs and Tempo shows it."
                  }
                }
              },
              "description": "Work attributes by key, with the set details."
            }
          }
        },
        "description": "All worklogs of the range, ascending by date, then start time (none first), then id."
      },
      "byIssue": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "The worklogs of one issue, totalled.",
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
              "description": "The issue's key in Jira; its numeric id, as a string, if the user no longer has access to the issue."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira; empty if the user no longer has access to the issue."
            },
            "totalHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours of the issue's worklogs, added in seconds and rounded once."
            },
            "entryCount": {
              "type": "integer",
              "minimum": 1,
              "description": "Number of worklogs on the issue."
            }
          }
        },
        "description": "The same worklogs, totalled per issue; most hours first, then by issue key."
      },
      "summary": {
        "type": "object",
        "description": "Totals over `worklogs`.",
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
            "description": "Hours of all worklogs, added in seconds and rounded once."
          },
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs."
          },
          "uniqueIssues": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of distinct issues among them."
          }
        }
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      }
    }
  },
  "PostWorklogResponse": {
    "type": "object",
    "description": "The worklog that post_worklog stored, or one for each working day of a range.",
    "additionalProperties": false,
    "required": [
      "success",
      "worklog"
    ],
    "properties": {
      "success": {
        "type": "boolean",
        "const": true,
        "description": "Always true; a failure is returned as an error instead."
      },
      "worklog": {
        "type": "object",
        "description": "The worklog in Tempo; for a range, that of the first day.",
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
            "description": "Tempo's worklog id: digits, as a string. The `worklogId` for delete_worklog."
          },
          "issueKey": {
            "type": "string",
            "description": "The issue's key in Jira, which may differ from the one in the call (moved issue, other case)."
          },
          "issueSummary": {
            "type": "string",
            "description": "The issue's summary in Jira."
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
            "description": "The description as stored; empty if there is none."
          },
          "billableHours": {
            "type": "number",
            "minimum": 0,
            "description": "Billable hours. Left out if all of `hours` are billable."
          },
          "startTime": {
            "type": "string",
            "pattern": "^\\d{2}:\\d{2}$",
            "description": "Local start time, with the set details. Left out if midnight."
          },
          "timeSpent": {
            "type": "string",
            "description": "Exact time, such as 1h 20m. Left out if `hours` is exact."
          },
          "attributes": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "description": "A work attribute.",
              "additionalProperties": false,
              "required": [
                "key",
                "value"
              ],
              "properties": {
                "key": {
                  "type": "string",
                  "description": "Its key."
                },
                "value": {
                  "type": "string",
                  "description": "Its value."
                },
                "name": {
                  "type": "string",
                  "description": "The value's name in its list, or of an open account, if it differs and Tempo shows it."
                }
              }
            },
            "description": "Work attributes by key, with the set details."
          },
          "alreadyLogged": {
            "type": "boolean",
            "const": true,
            "description": "True if an identical worklog already existed and nothing new was stored. Left out otherwise."
          },
          "possibleDuplicateId": {
            "type": "string",
            "pattern": "^\\d+$",
            "description": "Id of a worklog that may be a second copy of this one, stored after a lost response and not deleted: look at both in Tempo. Left out otherwise."
          }
        }
      },
      "additionalWorklogs": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A worklog that is logged.",
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
              "description": "Tempo's worklog id: digits, as a string. The `worklogId` for delete_worklog."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira, which may differ from the one in the call (moved issue, other case)."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira."
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
              "description": "The description as stored; empty if there is none."
            },
            "billableHours": {
              "type": "number",
              "minimum": 0,
              "description": "Billable hours. Left out if all of `hours` are billable."
            },
            "startTime": {
              "type": "string",
              "pattern": "^\\d{2}:\\d{2}$",
              "description": "Local start time, with the set details. Left out if midnight."
            },
            "timeSpent": {
              "type": "string",
              "description": "Exact time, such as 1h 20m. Left out if `hours` is exact."
            },
            "attributes": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A work attribute.",
                "additionalProperties": false,
                "required": [
                  "key",
                  "value"
                ],
                "properties": {
                  "key": {
                    "type": "string",
                    "description": "Its key."
                  },
                  "value": {
                    "type": "string",
                    "description": "Its value."
                  },
                  "name": {
                    "type": "string",
                    "description": "The value's name in its list, or of an open account, if it differs and Tempo shows it."
                  }
                }
              },
              "description": "Work attributes by key, with the set details."
            },
            "alreadyLogged": {
              "type": "boolean",
              "const": true,
              "description": "True if an identical worklog already existed and nothing new was stored. Left out otherwise."
            },
            "possibleDuplicateId": {
              "type": "string",
              "pattern": "^\\d+$",
              "description": "Id of a worklog that may be a second copy of this one, stored after a lost response and not deleted: look at both in Tempo. Left out otherwise."
            }
          }
        },
        "description": "The worklogs of the other days of a range, ascending by date. Left out if it has one day."
      },
      "overbooked": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A date with more hours logged than required.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "loggedHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires; 0 on a day off."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "All hours logged on the date; in the reply of a call that logs, its own too."
            }
          }
        },
        "description": "Dates of this call that now have more hours logged than required, ascending. Left out if there is none or the schedule cannot be read."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, and attributes that Tempo shows otherwise than given, if any."
      }
    }
  },
  "BulkPostWorklogsResponse": {
    "type": "object",
    "description": "The result of each entry of a batch.",
    "additionalProperties": false,
    "required": [
      "results",
      "summary"
    ],
    "properties": {
      "results": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "The result of one entry of a batch.",
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
              "description": "The entry's date, as given by the caller."
            },
            "issueKey": {
              "type": "string",
              "description": "The entry's issue key, as given by the caller."
            },
            "hours": {
              "type": "number",
              "description": "Hours stored; if the entry failed, the number given by the caller."
            },
            "success": {
              "type": "boolean",
              "description": "True if the hours are stored in Tempo."
            },
            "worklogId": {
              "type": "string",
              "pattern": "^\\d+$",
              "description": "Tempo's worklog id: digits, as a string. Present if `success` is true."
            },
            "error": {
              "type": "string",
              "description": "Why the entry failed and what to do next. Present if `success` is false."
            },
            "alreadyLogged": {
              "type": "boolean",
              "const": true,
              "description": "True if an identical worklog already existed and nothing new was stored. Left out otherwise."
            },
            "possibleDuplicateId": {
              "type": "string",
              "pattern": "^\\d+$",
              "description": "Id of a worklog that may be a second copy of this one, stored after a lost response and not deleted: look at both in Tempo. Left out otherwise."
            },
            "comment": {
              "type": "string",
              "description": "The entry's description. Left out if it had none."
            }
          }
        },
        "description": "One element per entry, in the order of the call."
      },
      "byIssue": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "The worklogs of one issue, totalled.",
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
              "description": "The issue's key in Jira; its numeric id, as a string, if the user no longer has access to the issue."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira; empty if the user no longer has access to the issue."
            },
            "totalHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours of the issue's worklogs, added in seconds and rounded once."
            },
            "entryCount": {
              "type": "integer",
              "minimum": 1,
              "description": "Number of worklogs on the issue."
            }
          }
        },
        "description": "The entries that succeeded, totalled per issue; most hours first, then by issue key. Left out if none succeeded."
      },
      "overbooked": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A date with more hours logged than required.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "loggedHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires; 0 on a day off."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "All hours logged on the date; in the reply of a call that logs, its own too."
            }
          }
        },
        "description": "Dates of successful entries that now have more hours than required, ascending. Left out if there is none or the schedule cannot be read."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, and attributes that Tempo shows otherwise than given, if any."
      },
      "summary": {
        "type": "object",
        "description": "Totals over `results`.",
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
            "description": "Hours of the entries with `success` true, added in seconds and rounded once."
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
        "description": "Always true; a failure is returned as an error instead."
      },
      "deletedWorklogId": {
        "type": "string",
        "pattern": "^\\d+$",
        "description": "Tempo's id of the deleted worklog."
      }
    }
  },
  "FindMissingDaysResponse": {
    "type": "object",
    "description": "The days of a range with less hours logged than required.",
    "additionalProperties": false,
    "required": [
      "startDate",
      "endDate",
      "summary",
      "days"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date of the range, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the range, inclusive, as requested; the start date if the call had none."
      },
      "summary": {
        "type": "object",
        "description": "Totals over every date of the range.",
        "additionalProperties": false,
        "required": [
          "missingDays",
          "missingHours",
          "requiredHours",
          "loggedHours",
          "balanceHours"
        ],
        "properties": {
          "missingDays": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of dates with hours missing."
          },
          "missingHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours missing on these dates."
          },
          "requiredHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that the schedule requires on all dates."
          },
          "loggedHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours logged on all dates, days off included."
          },
          "balanceHours": {
            "type": "number",
            "description": "Logged hours minus required hours over all dates; negative if hours are missing."
          }
        }
      },
      "days": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "A date with hours missing.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "loggedHours",
            "missingHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires, holidays already deducted."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours logged on the date."
            },
            "missingHours": {
              "type": "number",
              "minimum": 0,
              "description": "Required hours that are not logged."
            },
            "holiday": {
              "type": "string",
              "description": "Name of the holiday of which the date is a part, such as a half day. Left out on other dates."
            }
          }
        },
        "description": "The dates with hours missing, ascending. A gap of less than a minute does not count."
      },
      "overbooked": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A date with more hours logged than required.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "loggedHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires; 0 on a day off."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "All hours logged on the date; in the reply of a call that logs, its own too."
            }
          }
        },
        "description": "The dates with more hours logged than required, ascending. Left out if there is none."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      }
    }
  },
  "FillDaysResponse": {
    "type": "object",
    "description": "The hours that fill_days plans, or has logged.",
    "additionalProperties": false,
    "required": [
      "startDate",
      "endDate",
      "logged",
      "summary",
      "entries"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date of the range, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the range, inclusive, as requested; the start date if the call had none."
      },
      "logged": {
        "type": "boolean",
        "description": "False: nothing was logged, this is the plan. True: the hours of `entries` are stored in Tempo."
      },
      "summary": {
        "type": "object",
        "description": "Totals over `entries`.",
        "additionalProperties": false,
        "required": [
          "totalEntries",
          "days",
          "totalHours",
          "missingHoursAfter"
        ],
        "properties": {
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs."
          },
          "days": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of dates that they are on."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Their hours, added in seconds and rounded once."
          },
          "missingHoursAfter": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of the range that are still missing with them."
          }
        }
      },
      "entries": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "Worklogs that differ in their date only.",
          "additionalProperties": false,
          "required": [
            "issueKey",
            "issueSummary",
            "hours",
            "dates"
          ],
          "properties": {
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira."
            },
            "hours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours of each worklog."
            },
            "comment": {
              "type": "string",
              "description": "The worklogs' comment. Left out if there is none."
            },
            "timeSpent": {
              "type": "string",
              "description": "The exact time of each worklog, such as 1h 20m. Left out if `hours` is exact."
            },
            "dates": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "string",
                "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
              },
              "description": "The dates, ascending."
            },
            "worklogIds": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "string",
                "pattern": "^\\d+$"
              },
              "description": "Tempo's ids of the worklogs, in the order of `dates`. Left out of a plan."
            },
            "attributes": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A work attribute.",
                "additionalProperties": false,
                "required": [
                  "key",
                  "value"
                ],
                "properties": {
                  "key": {
                    "type": "string",
                    "description": "Its key."
                  },
                  "value": {
                    "type": "string",
                    "description": "Its value."
                  },
                  "name": {
                    "type": "string",
                    "description": "The value's name in its list, or of an open account, if it differs and Tempo shows it."
                  }
                }
              },
              "description": "What the call sets. Left out if nothing."
            }
          }
        },
        "description": "Equal worklogs together, ascending by their first date, then in the order of the rows."
      },
      "skipped": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "Hours that a plan leaves out.",
          "additionalProperties": false,
          "required": [
            "date",
            "reason"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue. Left out if it concerns all issues of the date."
            },
            "reason": {
              "type": "string",
              "description": "Why the hours are left out."
            }
          }
        },
        "description": "What the plan leaves out, ascending by date. Left out if nothing."
      },
      "reduced": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "Dates that get less, or nothing, for the same reason.",
          "additionalProperties": false,
          "required": [
            "reason",
            "when"
          ],
          "properties": {
            "reason": {
              "type": "string",
              "description": "A holiday, a day off, the hours that the day requires, or those that are logged on it."
            },
            "when": {
              "type": "string",
              "description": "The dates as a text, ascending, with commas; several in a row, apart from days off, as first to last."
            }
          }
        },
        "description": "In a plan: the days that get less than a full day would, or nothing, with the reason. Left out if there is none."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Says if dates are far from today, and in a plan what else to know before it is confirmed, such as hours logged through Jira that are not in Tempo yet. Left out if there is nothing."
      },
      "failures": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A worklog that is not known to be stored, or that may be stored twice.",
          "additionalProperties": false,
          "required": [
            "date",
            "issueKey",
            "error"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira."
            },
            "error": {
              "type": "string",
              "description": "Why it failed and what to do next."
            }
          }
        },
        "description": "Worklogs that are not known to be stored, or that may be stored twice, ascending by date. Left out if there is none."
      },
      "confirm": {
        "type": "string",
        "description": "Digest of the plan: call again with the same arguments and this as `confirm` to log it. Left out if there is nothing to confirm."
      }
    }
  },
  "UpdateWorklogResponse": {
    "type": "object",
    "description": "The worklog after update_worklog.",
    "additionalProperties": false,
    "required": [
      "success",
      "worklog",
      "before"
    ],
    "properties": {
      "success": {
        "type": "boolean",
        "const": true,
        "description": "Always true; a failure is returned as an error instead."
      },
      "worklog": {
        "type": "object",
        "description": "The worklog as Tempo holds it now.",
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
            "description": "Tempo's worklog id: digits, as a string."
          },
          "issueKey": {
            "type": "string",
            "description": "The issue's key in Jira."
          },
          "issueSummary": {
            "type": "string",
            "description": "The issue's summary in Jira."
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
            "description": "The description as stored; empty if there is none."
          },
          "billableHours": {
            "type": "number",
            "minimum": 0,
            "description": "Billable hours. Left out if equal to `hours`."
          },
          "startTime": {
            "type": "string",
            "pattern": "^\\d{2}:\\d{2}$",
            "description": "Local start time, HH:mm. Left out unless the call changed it."
          },
          "timeSpent": {
            "type": "string",
            "description": "Exact time, such as 1h 20m. Left out if `hours` is exact."
          },
          "attributes": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "description": "A work attribute.",
              "additionalProperties": false,
              "required": [
                "key",
                "value"
              ],
              "properties": {
                "key": {
                  "type": "string",
                  "description": "Its key."
                },
                "value": {
                  "type": "string",
                  "description": "Its value."
                },
                "name": {
                  "type": "string",
                  "description": "The value's name in its list, or of an open account, if it differs and Tempo shows it."
                }
              }
            },
            "description": "Work attributes that the call changed. Left out if none."
          }
        }
      },
      "before": {
        "type": "object",
        "description": "The old values of what changed; empty if nothing did.",
        "additionalProperties": false,
        "properties": {
          "date": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "The old date."
          },
          "hours": {
            "type": "number",
            "minimum": 0,
            "description": "The old hours."
          },
          "timeSpent": {
            "type": "string",
            "description": "The old time exactly, such as 1h 20m. Left out if `hours` is exact."
          },
          "comment": {
            "type": "string",
            "description": "The old comment; empty if there was none."
          },
          "billableHours": {
            "type": "number",
            "minimum": 0,
            "description": "The old billable hours. Left out if all of the time was billable and still is."
          },
          "startTime": {
            "type": "string",
            "pattern": "^\\d{2}:\\d{2}$",
            "description": "The old start time, HH:mm; 00:00 if there was none."
          },
          "issueKey": {
            "type": "string",
            "description": "The issue from which it was moved."
          },
          "id": {
            "type": "string",
            "pattern": "^\\d+$",
            "description": "The old id. Left out if a move has kept it."
          },
          "attributes": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "description": "A work attribute.",
              "additionalProperties": false,
              "required": [
                "key",
                "value"
              ],
              "properties": {
                "key": {
                  "type": "string",
                  "description": "Its key."
                },
                "value": {
                  "type": "string",
                  "description": "Its value."
                },
                "name": {
                  "type": "string",
                  "description": "The value's name in its list, or of an open account, if it differs and Tempo shows it."
                }
              }
            },
            "description": "The old work attributes. Left out if none had a value."
          }
        }
      },
      "unchanged": {
        "type": "boolean",
        "const": true,
        "description": "True if the worklog already was as requested and nothing was sent. Left out otherwise."
      },
      "differences": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A field that Tempo has stored otherwise than it was sent.",
          "additionalProperties": false,
          "required": [
            "field"
          ],
          "properties": {
            "field": {
              "type": "string",
              "description": "`date`, `hours`, `comment`, `billableHours`, `startTime`, or the key of a work attribute."
            },
            "sent": {
              "type": "string",
              "description": "What was sent. Left out if nothing was."
            },
            "stored": {
              "type": "string",
              "description": "What Tempo has stored. Left out if nothing."
            }
          }
        },
        "description": "What Tempo has stored otherwise than it was sent, such as rounded time or a work attribute that it has reset. Left out if nothing."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      }
    }
  },
  "DeleteWorklogsResponse": {
    "type": "object",
    "description": "The worklogs that delete_worklogs would delete, or has deleted.",
    "additionalProperties": false,
    "required": [
      "deleted",
      "summary",
      "worklogs"
    ],
    "properties": {
      "deleted": {
        "type": "boolean",
        "description": "False: nothing is known to be deleted; with `confirm`, this is the plan. True: the worklogs whose `deleted` is true are gone."
      },
      "summary": {
        "type": "object",
        "description": "Totals over `worklogs`.",
        "additionalProperties": false,
        "required": [
          "total",
          "deleted",
          "failed",
          "totalHours"
        ],
        "properties": {
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of ids in the call."
          },
          "deleted": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs that were deleted; 0 in a plan."
          },
          "failed": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of ids with an `error`."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of the worklogs without an `error`, added in seconds and rounded once."
          }
        }
      },
      "worklogs": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A worklog to delete; with `error`, one that is not deleted.",
          "additionalProperties": false,
          "required": [
            "id",
            "deleted"
          ],
          "properties": {
            "id": {
              "type": "string",
              "pattern": "^\\d+$",
              "description": "Tempo's worklog id."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira. Left out, as the following keys, if the worklog is deleted, does not exist, or is another user's."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira."
            },
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The date the work was done on."
            },
            "hours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours logged."
            },
            "comment": {
              "type": "string",
              "description": "The worklog's comment; empty if there is none."
            },
            "deleted": {
              "type": "boolean",
              "description": "True if it is deleted."
            },
            "error": {
              "type": "string",
              "description": "Why it is not deleted, or not known to be, and what to do next. Left out otherwise."
            }
          }
        },
        "description": "One element per id, in the order of the call."
      },
      "confirm": {
        "type": "string",
        "description": "Digest of the plan: call again with the same ids and this as `confirm` to delete them. Left out if there is nothing to confirm."
      }
    }
  },
  "GetTimesheetsResponse": {
    "type": "object",
    "description": "The timesheets of the token's owner: hours and approval by period.",
    "additionalProperties": false,
    "required": [
      "timesheets"
    ],
    "properties": {
      "timesheets": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "The hours of a period, and how far they are approved.",
          "additionalProperties": false,
          "required": [
            "startDate",
            "endDate",
            "status",
            "requiredHours",
            "loggedHours",
            "missingHours"
          ],
          "properties": {
            "startDate": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "First date of the period."
            },
            "endDate": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "Last date of the period, inclusive."
            },
            "status": {
              "type": "string",
              "enum": [
                "open",
                "in_review",
                "approved"
              ],
              "description": "`in_review`: submitted, and waiting for approval. Hours can be logged and changed only while it is `open`."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires in the period."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours logged in the period."
            },
            "missingHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that are missing on the days of the period, future days included; too many on one day do not make up for another."
            },
            "reviewer": {
              "type": "string",
              "description": "Who approves it: the name, or the id if the name cannot be read. Left out if Tempo names nobody."
            },
            "comment": {
              "type": "string",
              "description": "The comment of the last step, such as the reviewer's. Left out if there is none."
            }
          }
        },
        "description": "One element per period, ascending."
      }
    }
  },
  "SubmitTimesheetResponse": {
    "type": "object",
    "description": "The timesheet that submit_timesheet would submit, or has submitted.",
    "additionalProperties": false,
    "required": [
      "submitted",
      "timesheet"
    ],
    "properties": {
      "submitted": {
        "type": "boolean",
        "description": "True: this call has submitted it. False: it has not; with `confirm`, this is the plan."
      },
      "alreadySubmitted": {
        "type": "boolean",
        "const": true,
        "description": "True if it is submitted or approved, and this call is not known to have done it: mostly since it was before, so that nothing was sent. Left out otherwise."
      },
      "timesheet": {
        "type": "object",
        "description": "The period; in a plan, with the reviewer and the comment of the submission.",
        "additionalProperties": false,
        "required": [
          "startDate",
          "endDate",
          "status",
          "requiredHours",
          "loggedHours",
          "missingHours"
        ],
        "properties": {
          "startDate": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "First date of the period."
          },
          "endDate": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "Last date of the period, inclusive."
          },
          "status": {
            "type": "string",
            "enum": [
              "open",
              "in_review",
              "approved"
            ],
            "description": "`in_review`: submitted, and waiting for approval. Hours can be logged and changed only while it is `open`."
          },
          "requiredHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that the schedule requires in the period."
          },
          "loggedHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours logged in the period."
          },
          "missingHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that are missing on the days of the period, future days included; too many on one day do not make up for another."
          },
          "reviewer": {
            "type": "string",
            "description": "Who approves it: the name, or the id if the name cannot be read. Left out if Tempo names nobody."
          },
          "comment": {
            "type": "string",
            "description": "The comment of the last step, such as the reviewer's. Left out if there is none."
          }
        }
      },
      "days": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A date with hours missing.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "loggedHours",
            "missingHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires, holidays already deducted."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours logged on the date."
            },
            "missingHours": {
              "type": "number",
              "minimum": 0,
              "description": "Required hours that are not logged."
            },
            "holiday": {
              "type": "string",
              "description": "Name of the holiday of which the date is a part, such as a half day. Left out on other dates."
            }
          }
        },
        "description": "The dates with hours missing, ascending. Without `evenIfMissing`, they keep it from being submitted. Left out if there are none."
      },
      "overbooked": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A date with more hours logged than required.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "loggedHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires; 0 on a day off."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "All hours logged on the date; in the reply of a call that logs, its own too."
            }
          }
        },
        "description": "Days with more hours than required. Left out if there are none."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      },
      "confirm": {
        "type": "string",
        "description": "Digest of the plan: call again with the same arguments and this as `confirm` to submit it. Left out if there is nothing to confirm."
      }
    }
  },
  "RecallTimesheetResponse": {
    "type": "object",
    "description": "The period, which is open now.",
    "additionalProperties": false,
    "required": [
      "recalled",
      "startDate",
      "endDate"
    ],
    "properties": {
      "recalled": {
        "type": "boolean",
        "description": "True: this call has recalled it."
      },
      "alreadyOpen": {
        "type": "boolean",
        "const": true,
        "description": "True if it was open before, or it is not known what opened it. Left out otherwise."
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date of the period."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the period, inclusive."
      }
    }
  },
  "SearchIssuesResponse": {
    "type": "object",
    "description": "Issues to log time on.",
    "additionalProperties": false,
    "required": [
      "issues",
      "more"
    ],
    "properties": {
      "issues": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "An issue that was found.",
          "additionalProperties": false,
          "required": [
            "issueKey",
            "issueSummary",
            "status"
          ],
          "properties": {
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira."
            },
            "issueSummary": {
              "type": "string",
              "description": "The issue's summary in Jira."
            },
            "status": {
              "type": "string",
              "description": "Its status, as the site names it, such as In Progress."
            },
            "lastLogged": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "Date of the user's latest worklog on it in the last 30 days. Left out if there is none."
            },
            "ownComment": {
              "type": "string",
              "description": "The user's own comment of the last 30 days that has words which the summary lacks. Left out otherwise."
            }
          }
        },
        "description": "Those that a key or number names first; then those that the user logged time on in the last 30 days, the latest first; then those assigned to the user; then others."
      },
      "more": {
        "type": "boolean",
        "description": "True if there are more than `limit`."
      },
      "partial": {
        "type": "boolean",
        "const": true,
        "description": "True if no issue has all words, and these have the most of them. Left out otherwise."
      },
      "words": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "With `partial`: the words that these issues have. Left out otherwise."
      }
    }
  },
  "GetWorkAttributesResponse": {
    "type": "object",
    "description": "The work attributes of this Tempo.",
    "additionalProperties": false,
    "required": [
      "attributes"
    ],
    "properties": {
      "attributes": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "A field that this Tempo adds to worklogs.",
          "additionalProperties": false,
          "required": [
            "key",
            "name",
            "type",
            "required"
          ],
          "properties": {
            "key": {
              "type": "string",
              "description": "Its key, as TEMPO_WORK_ATTRIBUTES names it."
            },
            "name": {
              "type": "string",
              "description": "What people see."
            },
            "type": {
              "type": "string",
              "description": "Tempo's name of its type, such as STATIC_LIST."
            },
            "required": {
              "type": "boolean",
              "description": "True if Tempo refuses a worklog without it."
            },
            "values": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A value of a list.",
                "additionalProperties": false,
                "required": [
                  "value",
                  "name"
                ],
                "properties": {
                  "value": {
                    "type": "string",
                    "description": "The value, as TEMPO_WORK_ATTRIBUTES sets it."
                  },
                  "name": {
                    "type": "string",
                    "description": "What people see."
                  }
                }
              },
              "description": "What its list allows or, of type ACCOUNT, the accounts open to the issue, the one to take first. Left out if there are none."
            },
            "moreValues": {
              "type": "integer",
              "minimum": 1,
              "description": "How many values are not shown, if there are more than 100."
            }
          }
        },
        "description": "In Tempo's order."
      }
    }
  },
  "DraftTimesheetResponse": {
    "type": "object",
    "description": "A timesheet drafted from evidence of what the user did. Nothing was logged.",
    "additionalProperties": false,
    "required": [
      "startDate",
      "endDate",
      "summary",
      "days",
      "sources"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date that is drafted: that of the call, or today if that is later."
      },
      "summary": {
        "type": "object",
        "description": "Totals of the draft.",
        "additionalProperties": false,
        "required": [
          "totalEntries",
          "totalHours",
          "unmappedHours",
          "daysWithoutEvidence"
        ],
        "properties": {
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs to log."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours to log."
          },
          "unmappedHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of `unmapped`."
          },
          "daysWithoutEvidence": {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
            },
            "description": "Dates with hours missing and no evidence."
          },
          "agentHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours, at least, that agents worked without the user on all dates. Left out if 0."
          }
        }
      },
      "days": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "A date of a draft.",
          "additionalProperties": false,
          "required": [
            "date",
            "requiredHours",
            "draftedHours"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires, holidays already deducted."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours logged already. Left out if 0."
            },
            "draftedHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours of `entries`."
            },
            "missingHoursAfter": {
              "type": "number",
              "minimum": 0,
              "description": "Hours still missing with the draft. Left out if 0."
            },
            "overtimeHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours of evidence beyond what is required; not drafted. Left out if 0."
            },
            "agentHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours, at least, that agents worked without the user, who logs none of them. Left out if 0."
            },
            "reason": {
              "type": "string",
              "description": "Why nothing is drafted although hours are missing."
            },
            "entries": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A worklog that is drafted.",
                "additionalProperties": false,
                "required": [
                  "issueKey",
                  "hours",
                  "evidence"
                ],
                "properties": {
                  "issueKey": {
                    "type": "string",
                    "description": "The issue's key in Jira."
                  },
                  "issueSummary": {
                    "type": "string",
                    "description": "The issue's summary, given once a reply."
                  },
                  "hours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "Hours to log."
                  },
                  "evidenceHours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "Hours of the evidence. Left out if equal to `hours`."
                  },
                  "comment": {
                    "type": "string",
                    "description": "The comment to log. Left out if there is none."
                  },
                  "basis": {
                    "type": "string",
                    "enum": [
                      "assigned",
                      "rule",
                      "learnt",
                      "inferred"
                    ],
                    "description": "How the issue is known: given in this call, by the user's rule, as this title was logged before, or as the branch's only issue of the week before. The evidence's weakest. Left out if the evidence names the issue."
                  },
                  "evidence": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                      "type": "string",
                      "pattern": "^[jgcs]\\d+: "
                    },
                    "description": "Phrases, each after the evidence's ref (j: Jira, g: git, c: calendar, s: coding sessions), with local times."
                  }
                }
              },
              "description": "The worklogs to log, one an issue, in the order of their first evidence. Left out if there is none."
            },
            "unmapped": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "Evidence of which no issue is known.",
                "additionalProperties": false,
                "required": [
                  "ref",
                  "start",
                  "hours"
                ],
                "properties": {
                  "ref": {
                    "type": "string",
                    "pattern": "^[jgcs]\\d+$",
                    "description": "Its name, for `assign` and `leaveOut`."
                  },
                  "title": {
                    "type": "string",
                    "description": "A meeting's title, or the folder and branch of work. Left out if titles are kept back."
                  },
                  "start": {
                    "type": "string",
                    "pattern": "^\\d{2}:\\d{2}$",
                    "description": "Local time of its beginning."
                  },
                  "end": {
                    "type": "string",
                    "pattern": "^\\d{2}:\\d{2}$",
                    "description": "Local time of its end, if not `hours` after `start`."
                  },
                  "hours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "Its hours."
                  },
                  "candidates": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                      "type": "object",
                      "description": "An issue that evidence may belong to.",
                      "additionalProperties": false,
                      "required": [
                        "issueKey",
                        "reason"
                      ],
                      "properties": {
                        "issueKey": {
                          "type": "string",
                          "description": "The issue's key in Jira."
                        },
                        "issueSummary": {
                          "type": "string",
                          "description": "The issue's summary, given once a reply."
                        },
                        "reason": {
                          "type": "string",
                          "description": "Why it may be this one."
                        }
                      }
                    },
                    "description": "Issues that it may belong to, the likeliest first. Left out if there is none, or if its title had the same before."
                  }
                }
              },
              "description": "Evidence of which no issue is known. Left out if there is none."
            }
          }
        },
        "description": "The dates with hours required, logged or drafted, ascending."
      },
      "leftOut": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "Evidence that does not count.",
          "additionalProperties": false,
          "required": [
            "reason",
            "count"
          ],
          "properties": {
            "reason": {
              "type": "string",
              "description": "Why it does not count."
            },
            "count": {
              "type": "integer",
              "minimum": 1,
              "description": "How much of it there is."
            }
          }
        },
        "description": "Evidence that does not count. Left out if there is none."
      },
      "sources": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "A source of evidence.",
          "additionalProperties": false,
          "required": [
            "source"
          ],
          "properties": {
            "source": {
              "type": "string",
              "enum": [
                "jira",
                "git",
                "calendar",
                "sessions"
              ],
              "description": "Its name."
            },
            "found": {
              "type": "string",
              "description": "What it has. Left out if it cannot be read."
            },
            "problem": {
              "type": "string",
              "description": "What of it cannot be read, or is no meeting since it has work in it, why, and what to do. Left out otherwise."
            }
          }
        },
        "description": "Where evidence was sought."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      },
      "confirm": {
        "type": "string",
        "description": "Digest of the draft: call post_draft with the same arguments and this to log it. Left out if there is nothing to log."
      }
    }
  },
  "PostDraftResponse": {
    "type": "object",
    "description": "What post_draft has logged, or the new draft if it is not the one that was confirmed.",
    "additionalProperties": false,
    "required": [
      "logged",
      "summary",
      "worklogIds"
    ],
    "properties": {
      "logged": {
        "type": "boolean",
        "description": "True: `worklogIds` are stored in Tempo. False: none is known to be; `draft` or `failures` say why."
      },
      "summary": {
        "type": "object",
        "description": "Totals of `worklogIds`.",
        "additionalProperties": false,
        "required": [
          "totalEntries",
          "totalHours",
          "missingHoursAfter"
        ],
        "properties": {
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Their hours."
          },
          "missingHoursAfter": {
            "type": "number",
            "minimum": 0,
            "description": "Hours of the range that are still missing with them."
          }
        }
      },
      "worklogIds": {
        "type": "array",
        "items": {
          "type": "string",
          "pattern": "^\\d+$"
        },
        "description": "Tempo's ids of the stored worklogs, ascending by their dates."
      },
      "alreadyLoggedIds": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string",
          "pattern": "^\\d+$"
        },
        "description": "Those of `worklogIds` that an earlier call with this digest stored. Left out if there is none."
      },
      "changed": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A worklog that Tempo stored otherwise than it was drafted.",
          "additionalProperties": false,
          "required": [
            "id"
          ],
          "properties": {
            "id": {
              "type": "string",
              "pattern": "^\\d+$",
              "description": "Tempo's worklog id."
            },
            "hours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours as stored. Left out if they are the drafted ones."
            },
            "comment": {
              "type": "string",
              "description": "The comment as stored. Left out if it is the drafted one."
            }
          }
        },
        "description": "Those that Tempo stored with other hours or another comment. Left out if there is none."
      },
      "failures": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A worklog that is not known to be stored, or that may be stored twice.",
          "additionalProperties": false,
          "required": [
            "date",
            "issueKey",
            "error"
          ],
          "properties": {
            "date": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "The calendar date."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira."
            },
            "error": {
              "type": "string",
              "description": "Why it failed and what to do next."
            }
          }
        },
        "description": "Worklogs that are not known to be stored, or that may be stored twice. Left out if there is none."
      },
      "remembered": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "A rule that gives evidence of a title to an issue.",
          "additionalProperties": false,
          "required": [
            "pattern",
            "issueKey"
          ],
          "properties": {
            "pattern": {
              "type": "string",
              "description": "The title."
            },
            "issueKey": {
              "type": "string",
              "description": "The issue's key in Jira."
            }
          }
        },
        "description": "The rules that were kept. Left out if there is none."
      },
      "notRemembered": {
        "type": "string",
        "description": "Why rules were not kept. Left out if all of them were."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      },
      "draft": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "startDate",
          "endDate",
          "summary",
          "days",
          "sources"
        ],
        "properties": {
          "startDate": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
          },
          "endDate": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
          },
          "summary": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "totalEntries",
              "totalHours",
              "unmappedHours",
              "daysWithoutEvidence"
            ],
            "properties": {
              "totalEntries": {
                "type": "integer",
                "minimum": 0
              },
              "totalHours": {
                "type": "number",
                "minimum": 0
              },
              "unmappedHours": {
                "type": "number",
                "minimum": 0
              },
              "daysWithoutEvidence": {
                "type": "array",
                "items": {
                  "type": "string",
                  "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
                }
              },
              "agentHours": {
                "type": "number",
                "minimum": 0
              }
            }
          },
          "days": {
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "date",
                "requiredHours",
                "draftedHours"
              ],
              "properties": {
                "date": {
                  "type": "string",
                  "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
                },
                "requiredHours": {
                  "type": "number",
                  "minimum": 0
                },
                "loggedHours": {
                  "type": "number",
                  "minimum": 0
                },
                "draftedHours": {
                  "type": "number",
                  "minimum": 0
                },
                "missingHoursAfter": {
                  "type": "number",
                  "minimum": 0
                },
                "overtimeHours": {
                  "type": "number",
                  "minimum": 0
                },
                "agentHours": {
                  "type": "number",
                  "minimum": 0
                },
                "reason": {
                  "type": "string"
                },
                "entries": {
                  "type": "array",
                  "minItems": 1,
                  "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": [
                      "issueKey",
                      "hours",
                      "evidence"
                    ],
                    "properties": {
                      "issueKey": {
                        "type": "string"
                      },
                      "issueSummary": {
                        "type": "string"
                      },
                      "hours": {
                        "type": "number",
                        "minimum": 0
                      },
                      "evidenceHours": {
                        "type": "number",
                        "minimum": 0
                      },
                      "comment": {
                        "type": "string"
                      },
                      "basis": {
                        "type": "string",
                        "enum": [
                          "assigned",
                          "rule",
                          "learnt",
                          "inferred"
                        ]
                      },
                      "evidence": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                          "type": "string",
                          "pattern": "^[jgcs]\\d+: "
                        }
                      }
                    }
                  }
                },
                "unmapped": {
                  "type": "array",
                  "minItems": 1,
                  "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": [
                      "ref",
                      "start",
                      "hours"
                    ],
                    "properties": {
                      "ref": {
                        "type": "string",
                        "pattern": "^[jgcs]\\d+$"
                      },
                      "title": {
                        "type": "string"
                      },
                      "start": {
                        "type": "string",
                        "pattern": "^\\d{2}:\\d{2}$"
                      },
                      "end": {
                        "type": "string",
                        "pattern": "^\\d{2}:\\d{2}$"
                      },
                      "hours": {
                        "type": "number",
                        "minimum": 0
                      },
                      "candidates": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": [
                            "issueKey",
                            "reason"
                          ],
                          "properties": {
                            "issueKey": {
                              "type": "string"
                            },
                            "issueSummary": {
                              "type": "string"
                            },
                            "reason": {
                              "type": "string"
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "leftOut": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "reason",
                "count"
              ],
              "properties": {
                "reason": {
                  "type": "string"
                },
                "count": {
                  "type": "integer",
                  "minimum": 1
                }
              }
            }
          },
          "sources": {
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "source"
              ],
              "properties": {
                "source": {
                  "type": "string",
                  "enum": [
                    "jira",
                    "git",
                    "calendar",
                    "sessions"
                  ]
                },
                "found": {
                  "type": "string"
                },
                "problem": {
                  "type": "string"
                }
              }
            }
          },
          "warnings": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "string"
            }
          },
          "confirm": {
            "type": "string"
          }
        },
        "description": "The draft as it is now, as draft_timesheet returns it; nothing of it was logged. Left out if the confirmed draft is stored, and nothing is left to log."
      }
    }
  },
  "GetTotalsResponse": {
    "type": "object",
    "description": "Hours of a range by group.",
    "additionalProperties": false,
    "required": [
      "startDate",
      "endDate",
      "summary",
      "groups"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date, as requested; the start date if the call had none."
      },
      "summary": {
        "type": "object",
        "description": "Totals of all groups.",
        "additionalProperties": false,
        "required": [
          "totalHours",
          "billableHours",
          "totalEntries"
        ],
        "properties": {
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours logged."
          },
          "billableHours": {
            "type": "number",
            "minimum": 0,
            "description": "Those that are billable."
          },
          "requiredHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that the schedule requires, whatever the filters. Left out if it cannot be read for the whole range."
          },
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs."
          }
        }
      },
      "groups": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "The hours of a group.",
          "additionalProperties": false,
          "required": [
            "key",
            "hours",
            "entryCount"
          ],
          "properties": {
            "key": {
              "type": "string",
              "description": "Key of the issue, project or account; a date, a week's Monday or YYYY-MM; the name of a member of a team. Empty for worklogs without one; `other` for the groups that are not named."
            },
            "name": {
              "type": "string",
              "description": "The issue's summary, or what `other` and an empty key stand for. Left out for other groups."
            },
            "hours": {
              "type": "number",
              "minimum": 0,
              "description": "The groups' hours add up to `summary.totalHours`, so one can be 0.01 from its own rounding."
            },
            "billableHours": {
              "type": "number",
              "minimum": 0,
              "description": "Left out if all hours are billable."
            },
            "entryCount": {
              "type": "integer",
              "minimum": 0,
              "description": "Number of worklogs."
            },
            "groups": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A group within a group.",
                "additionalProperties": false,
                "required": [
                  "key",
                  "hours",
                  "entryCount"
                ],
                "properties": {
                  "key": {
                    "type": "string",
                    "description": "As in a group."
                  },
                  "name": {
                    "type": "string",
                    "description": "As in a group."
                  },
                  "hours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "They add up to the group's."
                  },
                  "billableHours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "As in a group."
                  },
                  "entryCount": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "Number of worklogs."
                  }
                }
              },
              "description": "The groups within it, if the call had `then`; `other` has none."
            }
          }
        },
        "description": "Most hours first; by day, week or month in order of time. `other` is last."
      },
      "warnings": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string"
        },
        "description": "Names dates far from today, if any."
      }
    }
  },
  "GetTeamTimesheetsResponse": {
    "type": "object",
    "description": "The teams that the user may see, or the timesheets of one team in one period. Numbers only: never a comment, an issue or a rate.",
    "additionalProperties": false,
    "required": [
      "teams",
      "members"
    ],
    "properties": {
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date of the period; left out if the call had no `team`."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date of the period, inclusive; left out with `startDate`."
      },
      "summary": {
        "type": "object",
        "description": "Totals of the members, apart from those who are inactive; left out with `startDate`.",
        "additionalProperties": false,
        "required": [
          "members",
          "lacking",
          "notSubmitted",
          "requiredHours",
          "loggedHours",
          "missingHours"
        ],
        "properties": {
          "members": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of members."
          },
          "lacking": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of members with hours missing."
          },
          "notSubmitted": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of members whose timesheet is open."
          },
          "requiredHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that the schedules of members require."
          },
          "loggedHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours that all members logged."
          },
          "missingHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours missing of those who lack any."
          }
        }
      },
      "teams": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "A team.",
          "additionalProperties": false,
          "required": [
            "id",
            "name"
          ],
          "properties": {
            "id": {
              "type": "string",
              "description": "Numeric, as text."
            },
            "name": {
              "type": "string",
              "description": "Its name."
            }
          }
        },
        "description": "The team that was asked for; without `team` in the call those that the user may see, by name."
      },
      "moreTeams": {
        "type": "integer",
        "minimum": 0,
        "description": "How many teams are not named, if there are more than 100. Ask for one by its name."
      },
      "members": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "The timesheet of a member.",
          "additionalProperties": false,
          "required": [
            "name",
            "loggedHours"
          ],
          "properties": {
            "name": {
              "type": "string",
              "description": "The name, or the id if the name cannot be read. Of several with the same name, the second ends with (2)."
            },
            "status": {
              "type": "string",
              "enum": [
                "open",
                "in_review",
                "approved"
              ],
              "description": "`in_review`: submitted, and waiting for approval. Left out if Tempo shows no timesheet of the member."
            },
            "requiredHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours that the schedule requires in the period, on dates in the team. Left out with `noSchedule`: nothing says then how many are required."
            },
            "loggedHours": {
              "type": "number",
              "minimum": 0,
              "description": "Hours logged in the period, on dates in the team."
            },
            "missingHours": {
              "type": "number",
              "minimum": 0,
              "description": "Required hours less those logged, future dates included; 0 if more are logged. Left out with `requiredHours`."
            },
            "joinedOn": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "First date in the team, if it is in the period. Hours count from it."
            },
            "leftOn": {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
              "description": "Last date in the team, if it is in the period. Hours count up to it."
            },
            "noSchedule": {
              "type": "boolean",
              "const": true,
              "description": "The schedule requires no hours in the whole period, or Tempo shows none: not the same as 0 missing hours."
            },
            "inactive": {
              "type": "boolean",
              "const": true,
              "description": "The account is deactivated in Jira."
            },
            "missingDates": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "string",
                "pattern": "^\\d{4}-\\d{2}-\\d{2}$"
              },
              "description": "Dates up to today that lack hours, ascending, if the call had `days`. Left out if there are none."
            }
          }
        },
        "description": "Most missing hours first, then by name. Empty if the call had no `team`."
      },
      "moreMembers": {
        "type": "integer",
        "minimum": 1,
        "description": "How many members are not shown, if there are more than 500. The summary counts them."
      }
    }
  },
  "GetTeamTotalsResponse": {
    "type": "object",
    "description": "Hours of a team by group. Numbers only: never a comment, an issue or a rate.",
    "additionalProperties": false,
    "required": [
      "team",
      "startDate",
      "endDate",
      "summary",
      "groups"
    ],
    "properties": {
      "team": {
        "type": "object",
        "description": "The team that was asked for.",
        "additionalProperties": false,
        "required": [
          "id",
          "name"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "Numeric, as text."
          },
          "name": {
            "type": "string",
            "description": "Its name."
          }
        }
      },
      "startDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "First date, as requested."
      },
      "endDate": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "Last date, as requested; the start date if the call had none."
      },
      "summary": {
        "type": "object",
        "description": "Totals of all groups.",
        "additionalProperties": false,
        "required": [
          "members",
          "totalHours",
          "billableHours",
          "totalEntries"
        ],
        "properties": {
          "members": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of members on a date of the range, with and without hours."
          },
          "totalHours": {
            "type": "number",
            "minimum": 0,
            "description": "Hours logged, each on dates in the team."
          },
          "billableHours": {
            "type": "number",
            "minimum": 0,
            "description": "Those that are billable."
          },
          "totalEntries": {
            "type": "integer",
            "minimum": 0,
            "description": "Number of worklogs."
          }
        }
      },
      "groups": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "The hours of a group.",
          "additionalProperties": false,
          "required": [
            "key",
            "hours",
            "entryCount"
          ],
          "properties": {
            "key": {
              "type": "string",
              "description": "Key of the issue, project or account; a date, a week's Monday or YYYY-MM; the name of a member of a team. Empty for worklogs without one; `other` for the groups that are not named."
            },
            "name": {
              "type": "string",
              "description": "The issue's summary, or what `other` and an empty key stand for. Left out for other groups."
            },
            "hours": {
              "type": "number",
              "minimum": 0,
              "description": "The groups' hours add up to `summary.totalHours`, so one can be 0.01 from its own rounding."
            },
            "billableHours": {
              "type": "number",
              "minimum": 0,
              "description": "Left out if all hours are billable."
            },
            "entryCount": {
              "type": "integer",
              "minimum": 0,
              "description": "Number of worklogs."
            },
            "groups": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "description": "A group within a group.",
                "additionalProperties": false,
                "required": [
                  "key",
                  "hours",
                  "entryCount"
                ],
                "properties": {
                  "key": {
                    "type": "string",
                    "description": "As in a group."
                  },
                  "name": {
                    "type": "string",
                    "description": "As in a group."
                  },
                  "hours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "They add up to the group's."
                  },
                  "billableHours": {
                    "type": "number",
                    "minimum": 0,
                    "description": "As in a group."
                  },
                  "entryCount": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "Number of worklogs."
                  }
                }
              },
              "description": "The groups within it, if the call had `then`; `other` has none."
            }
          }
        },
        "description": "Most hours first; by day, week or month in order of time. `other` is last."
      },
      "leftOut": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "string",
          "pattern": "^\\d{4}-\\d{2}$"
        },
        "description": "Calendar months in which only one or two members logged hours, YYYY-MM, ascending. Their hours are not counted: they would show the hours of single members. The key is left out if there are none."
      },
      "incomplete": {
        "type": "boolean",
        "const": true,
        "description": "The timesheets of the last period have more hours than the worklogs that Tempo shows the user: hours are missing here. Left out otherwise."
      }
    }
  }
};
