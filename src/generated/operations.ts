// Rendered from contracts/ by `npm run generate`. Do not edit.

export const operations = {
  "jira": {
    "getTenantInfo": {
      "method": "GET",
      "path": "/_edge/tenant_info",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        404
      ]
    },
    "getServerInfo": {
      "method": "GET",
      "path": "/rest/api/2/serverInfo",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        404
      ]
    },
    "getServerInfoCloud": {
      "method": "GET",
      "path": "/rest/api/3/serverInfo",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        404
      ]
    },
    "getMyself": {
      "method": "GET",
      "path": "/rest/api/3/myself",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    },
    "getIssue": {
      "method": "GET",
      "path": "/rest/api/3/issue/{issueIdOrKey}",
      "parameters": {
        "issueIdOrKey": {
          "in": "path",
          "type": "string"
        },
        "fields": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "bulkFetchIssues": {
      "method": "POST",
      "path": "/rest/api/3/issue/bulkfetch",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "searchIssues": {
      "method": "POST",
      "path": "/rest/api/3/search/jql",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "bulkFetchChangelogs": {
      "method": "POST",
      "path": "/rest/api/3/changelog/bulkfetch",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "getComments": {
      "method": "GET",
      "path": "/rest/api/3/issue/{issueIdOrKey}/comment",
      "parameters": {
        "issueIdOrKey": {
          "in": "path",
          "type": "string"
        },
        "startAt": {
          "in": "query",
          "type": "integer"
        },
        "maxResults": {
          "in": "query",
          "type": "integer"
        },
        "orderBy": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getIssueWorklogs": {
      "method": "GET",
      "path": "/rest/api/3/issue/{issueIdOrKey}/worklog",
      "parameters": {
        "issueIdOrKey": {
          "in": "path",
          "type": "string"
        },
        "startAt": {
          "in": "query",
          "type": "integer"
        },
        "startedAfter": {
          "in": "query",
          "type": "integer"
        },
        "startedBefore": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getCommentsDataCenter": {
      "method": "GET",
      "path": "/rest/api/2/issue/{issueIdOrKey}/comment",
      "parameters": {
        "issueIdOrKey": {
          "in": "path",
          "type": "string"
        },
        "startAt": {
          "in": "query",
          "type": "integer"
        },
        "maxResults": {
          "in": "query",
          "type": "integer"
        },
        "orderBy": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getFields": {
      "method": "GET",
      "path": "/rest/api/3/field",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    },
    "getMyselfDataCenter": {
      "method": "GET",
      "path": "/rest/api/2/myself",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    },
    "getIssueDataCenter": {
      "method": "GET",
      "path": "/rest/api/2/issue/{issueIdOrKey}",
      "parameters": {
        "issueIdOrKey": {
          "in": "path",
          "type": "string"
        },
        "fields": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "searchIssuesDataCenter": {
      "method": "POST",
      "path": "/rest/api/2/search",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "getUser": {
      "method": "GET",
      "path": "/rest/api/3/user",
      "parameters": {
        "accountId": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "bulkGetUsers": {
      "method": "GET",
      "path": "/rest/api/3/user/bulk",
      "parameters": {
        "accountId": {
          "in": "query",
          "type": "array"
        },
        "maxResults": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    },
    "findUsersDataCenter": {
      "method": "GET",
      "path": "/rest/api/2/user/search",
      "parameters": {
        "username": {
          "in": "query",
          "type": "string"
        },
        "maxResults": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    }
  },
  "tempo-data-center": {
    "searchSchedules": {
      "method": "POST",
      "path": "/rest/tempo-core/2/user/schedule/search",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getSchedule": {
      "method": "GET",
      "path": "/rest/tempo-core/1/user/schedule",
      "parameters": {
        "user": {
          "in": "query",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "searchWorklogs": {
      "method": "POST",
      "path": "/rest/tempo-timesheets/4/worklogs/search",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getWorklogs": {
      "method": "GET",
      "path": "/rest/tempo-timesheets/4/worklogs",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        401,
        403,
        404,
        405
      ]
    },
    "createWorklog": {
      "method": "POST",
      "path": "/rest/tempo-timesheets/4/worklogs",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getWorklog": {
      "method": "GET",
      "path": "/rest/tempo-timesheets/4/worklogs/{id}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "updateWorklog": {
      "method": "PUT",
      "path": "/rest/tempo-timesheets/4/worklogs/{id}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "deleteWorklog": {
      "method": "DELETE",
      "path": "/rest/tempo-timesheets/4/worklogs/{id}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        204,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "moveWorklog": {
      "method": "PUT",
      "path": "/rest/tempo-timesheets/4/worklogs/{id}/issue/{issueId}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        },
        "issueId": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getWorkAttributes": {
      "method": "GET",
      "path": "/rest/tempo-core/1/work-attribute",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getApprovalStatuses": {
      "method": "GET",
      "path": "/rest/tempo-timesheets/4/timesheet-approval/approval-statuses",
      "parameters": {
        "userKey": {
          "in": "query",
          "type": "string"
        },
        "numberOfPeriods": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getTeamTimesheetApprovals": {
      "method": "GET",
      "path": "/rest/tempo-timesheets/4/timesheet-approval",
      "parameters": {
        "teamId": {
          "in": "query",
          "type": "integer"
        },
        "periodStartDate": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "actOnTimesheet": {
      "method": "POST",
      "path": "/rest/tempo-timesheets/4/timesheet-approval",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getTeams": {
      "method": "GET",
      "path": "/rest/tempo-teams/2/team",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "searchTeamMembers": {
      "method": "POST",
      "path": "/rest/tempo-teams/2/team/members",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getAccounts": {
      "method": "GET",
      "path": "/rest/tempo-accounts/1/account",
      "parameters": {},
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getAccountsByProject": {
      "method": "GET",
      "path": "/rest/tempo-accounts/1/account/project/{projectId}",
      "parameters": {
        "projectId": {
          "in": "path",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getAccountLinksByProject": {
      "method": "GET",
      "path": "/rest/tempo-accounts/1/link/project/{projectId}",
      "parameters": {
        "projectId": {
          "in": "path",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    }
  },
  "tempo": {
    "getUserSchedule": {
      "method": "GET",
      "path": "/4/user-schedule/{accountId}",
      "parameters": {
        "accountId": {
          "in": "path",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getWorklogsByUser": {
      "method": "GET",
      "path": "/4/worklogs/user/{accountId}",
      "parameters": {
        "accountId": {
          "in": "path",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        },
        "offset": {
          "in": "query",
          "type": "integer"
        },
        "limit": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "searchWorklogs": {
      "method": "POST",
      "path": "/4/worklogs/search",
      "parameters": {
        "offset": {
          "in": "query",
          "type": "integer"
        },
        "limit": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "findWorklogsOfJira": {
      "method": "POST",
      "path": "/4/worklogs/jira-to-tempo",
      "parameters": {
        "offset": {
          "in": "query",
          "type": "integer"
        },
        "limit": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "createWorklog": {
      "method": "POST",
      "path": "/4/worklogs",
      "parameters": {},
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "createWorklogsForIssue": {
      "method": "POST",
      "path": "/4/worklogs/issue/{issueId}/bulk",
      "parameters": {
        "issueId": {
          "in": "path",
          "type": "integer"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        409,
        429
      ]
    },
    "getWorklog": {
      "method": "GET",
      "path": "/4/worklogs/{id}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "updateWorklog": {
      "method": "PUT",
      "path": "/4/worklogs/{id}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "deleteWorklog": {
      "method": "DELETE",
      "path": "/4/worklogs/{id}",
      "parameters": {
        "id": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        204,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getWorkAttributes": {
      "method": "GET",
      "path": "/4/work-attributes",
      "parameters": {
        "offset": {
          "in": "query",
          "type": "integer"
        },
        "limit": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    },
    "getPeriods": {
      "method": "GET",
      "path": "/4/periods",
      "parameters": {
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "getTimesheetApproval": {
      "method": "GET",
      "path": "/4/timesheet-approvals/user/{accountId}",
      "parameters": {
        "accountId": {
          "in": "path",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "submitTimesheet": {
      "method": "POST",
      "path": "/4/timesheet-approvals/user/{accountId}/submit",
      "parameters": {
        "accountId": {
          "in": "path",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "recallTimesheet": {
      "method": "POST",
      "path": "/4/timesheet-approvals/user/{accountId}/recall",
      "parameters": {
        "accountId": {
          "in": "path",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        },
        "to": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "getReviewers": {
      "method": "GET",
      "path": "/4/timesheet-approvals/user/{accountId}/reviewers",
      "parameters": {
        "accountId": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getTeams": {
      "method": "GET",
      "path": "/4/teams",
      "parameters": {
        "offset": {
          "in": "query",
          "type": "integer"
        },
        "limit": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        429
      ]
    },
    "getTeamMemberships": {
      "method": "GET",
      "path": "/4/team-memberships/team/{teamId}",
      "parameters": {
        "teamId": {
          "in": "path",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    },
    "getTeamTimesheetApprovals": {
      "method": "GET",
      "path": "/4/timesheet-approvals/team/{teamId}",
      "parameters": {
        "teamId": {
          "in": "path",
          "type": "string"
        },
        "from": {
          "in": "query",
          "type": "string"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        400,
        401,
        403,
        404,
        429
      ]
    },
    "searchAccounts": {
      "method": "POST",
      "path": "/4/accounts/search",
      "parameters": {
        "offset": {
          "in": "query",
          "type": "integer"
        },
        "limit": {
          "in": "query",
          "type": "integer"
        }
      },
      "takesBody": true,
      "statuses": [
        200,
        400,
        401,
        403,
        429
      ]
    },
    "getAccountLinksByProject": {
      "method": "GET",
      "path": "/4/account-links/project/{projectId}",
      "parameters": {
        "projectId": {
          "in": "path",
          "type": "integer"
        },
        "includeGlobalAccounts": {
          "in": "query",
          "type": "boolean"
        }
      },
      "takesBody": false,
      "statuses": [
        200,
        401,
        403,
        404,
        429
      ]
    }
  }
} as const;
