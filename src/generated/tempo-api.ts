// Rendered from contracts/ by `npm run generate`. Do not edit.

export interface paths {
    "/4/user-schedule/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The schedule of a user, one element per date
         * @description Both dates are inclusive. The reply is not paged. Needs the token scope Schemes. Neither the order of the days nor their completeness is promised, so both are checked by the caller.
         */
        get: operations["getUserSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/worklogs/user/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The worklogs of a user in a date range
         * @description Ascending by start date and time, then id, unless Tempo decides otherwise; paged by offset.
         */
        get: operations["getWorklogsByUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/worklogs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Worklogs by author, issue and date range
         * @description Every property of the body narrows the result; paged by offset in the query. A repeated issue id in the body is not sent, since Tempo refuses repetitions elsewhere.
         */
        post: operations["searchWorklogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/worklogs/jira-to-tempo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tempo's ids of Jira's worklogs
         * @description Ids that Tempo does not know are left out.
         */
        post: operations["findWorklogsOfJira"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/worklogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store one worklog
         * @description Answers 200, not 201. Tempo knows no idempotency key: the same body sent twice is stored twice.
         */
        post: operations["createWorklog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/worklogs/issue/{issueId}/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store 1 to 50 worklogs on one issue
         * @description The reply is a bare array whose order is not promised. Whether a refused request stored some of its elements is not promised either.
         */
        post: operations["createWorklogsForIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/worklogs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
            };
            cookie?: never;
        };
        /** One worklog */
        get: operations["getWorklog"];
        /**
         * Store a worklog anew
         * @description Documented: fields that are not sent are reset to their default values or removed, and the issue cannot be changed. Left open: what an omitted remaining estimate does. Inferred: a work attribute that the GET does not show is lost. Safe to repeat.
         */
        put: operations["updateWorklog"];
        post?: never;
        /** Delete one worklog */
        delete: operations["deleteWorklog"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/work-attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The catalogue of work attributes */
        get: operations["getWorkAttributes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The periods in which hours are submitted
         * @description Documented. Left open: whether periods that are only partly in the range are listed, so more is asked for than is needed. Whether a period is closed is shown nowhere. Needs the token scope Periods.
         */
        get: operations["getPeriods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/timesheet-approvals/user/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the timesheet of a period is approved
         * @description Documented. Needs the token scope Approvals.
         */
        get: operations["getTimesheetApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/timesheet-approvals/user/{accountId}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the timesheet of a period for approval
         * @description Documented: the period is in the query, the reviewer gets an e-mail, and worklogs of the period can no longer be created or changed. Left open: what a second request does, so none is sent.
         */
        post: operations["submitTimesheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/timesheet-approvals/user/{accountId}/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recall the submitted timesheet of a period
         * @description Documented: the period is in the query, and a timesheet that is in review is open again. Left open: what is refused otherwise, and what a second request does, so none is sent.
         */
        post: operations["recallTimesheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/timesheet-approvals/user/{accountId}/reviewers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who may approve the user's timesheets
         * @description Documented. Account ids only; the names are Jira's.
         */
        get: operations["getReviewers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The teams that the token's owner may see
         * @description Documented; needs the token scope Teams. Inferred: teams that the token's owner may not see are left out.
         */
        get: operations["getTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/team-memberships/team/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is or was in a team, and when
         * @description Documented, not paged; needs the token scope Teams. A user who left and came back has several memberships.
         */
        get: operations["getTeamMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/timesheet-approvals/team/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The timesheets of a team's members in a period
         * @description Documented, not paged; needs the token scope Approvals. Inferred: without `to` the period is meant that contains `from`, as for a user; without the permission to see the team's timesheets it is a 403 or a 404.
         */
        get: operations["getTeamTimesheetApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/accounts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accounts by status
         * @description Documented: every property of the body narrows the result; paged by offset in the query; needs the token scope Accounts. Inferred: accounts that the token's owner may not see are left out.
         */
        post: operations["searchAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/4/account-links/project/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts that a project may use
         * @description Documented, with the query parameter; the reply is not paged; needs the token scope Accounts. Seen in clients: a link has the account's address, which ends in its numeric id, some have the id itself, none has the key. Left open: whether the global accounts come too when they are asked for, so they are read with the accounts.
         */
        get: operations["getAccountLinksByProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Tempo's own specification shows an object, the wire an array; both are read. */
        Errors: {
            errors: components["schemas"]["Error"][] | components["schemas"]["Error"];
        };
        /** @description One violation. */
        Error: {
            /** @description Tempo's message. */
            message: string;
        };
        /** @description A schedule, not paged. */
        UserScheduleResults: {
            /** @description Address of this reply. */
            self: string;
            metadata: components["schemas"]["UnpagedMetadata"];
            results: components["schemas"]["DaySchedule"][];
        };
        UnpagedMetadata: {
            /**
             * Format: int32
             * @description Number of results.
             */
            count: number;
        };
        /** @description The required time of one date. */
        DaySchedule: {
            /** Format: date */
            date: string;
            /**
             * Format: int64
             * @description Required time, holidays already deducted. Never inferred from the type.
             */
            requiredSeconds: number;
            /** @enum {string} */
            type: "WORKING_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HOLIDAY_AND_NON_WORKING_DAY";
            holiday?: components["schemas"]["Holiday"];
        };
        /** @description The public holiday of a date; a half day if its duration is shorter than the working day. */
        Holiday: {
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: date */
            date: string;
            /** Format: int64 */
            durationSeconds: number;
            /** Format: int64 */
            schemeId: number;
            self: string;
            /** @enum {string} */
            type: "FIXED" | "FLOATING";
            description?: string;
        };
        /** @description One page of worklogs. */
        PageableWorklog: {
            /** @description Address of this page. */
            self: string;
            metadata: components["schemas"]["PageMetadata"];
            results: components["schemas"]["Worklog"][];
        };
        PageMetadata: {
            /**
             * Format: int32
             * @description Results on this page, not in all.
             */
            count: number;
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            offset: number;
            /** @description Address of the next page; absent on the last. */
            next?: string;
            /** @description Address of the page before; absent on the first. */
            previous?: string;
        };
        /** @description A worklog as Tempo returns it. It has the issue's id, but neither key nor summary. */
        Worklog: {
            /** Format: int64 */
            tempoWorklogId: number;
            issue: components["schemas"]["WorklogIssue"];
            /** Format: int64 */
            timeSpentSeconds: number;
            /** Format: int64 */
            billableSeconds?: number;
            /** Format: date */
            startDate: string;
            /** @description Local time of day, HH:mm:ss. */
            startTime?: string;
            /** @description The same, in UTC. */
            startDateTimeUtc?: string;
            description?: string;
            author: components["schemas"]["WorklogAuthor"];
            attributes: components["schemas"]["WorklogAttributes"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            self: string;
        };
        JiraWorklogIds: {
            jiraWorklogIds: number[];
        };
        PageableWorklogIds: {
            self: string;
            metadata: components["schemas"]["PageMetadata"];
            results: components["schemas"]["WorklogIds"][];
        };
        WorklogIds: {
            /** Format: int64 */
            jiraWorklogId: number;
            /** Format: int64 */
            tempoWorklogId: number;
        };
        WorklogIssue: {
            /** @description Jira's address of the issue, which ends in its numeric id. */
            self: string;
            /**
             * Format: int64
             * @description Jira's numeric id of the issue.
             */
            id?: number;
        };
        WorklogAuthor: {
            accountId: string;
            self?: string;
        };
        WorklogAttributes: {
            self: string;
            values?: components["schemas"]["WorkAttributeValue"][];
        };
        WorkAttributeValue: {
            key: string;
            value?: string;
        };
        /** @description The search criteria; a missing property does not filter. */
        WorklogSearchInput: {
            authorIds?: string[];
            issueIds?: number[];
            /** Format: date */
            from?: string;
            /** Format: date */
            to?: string;
        };
        /** @description All of a worklog but its issue. */
        WorklogUpdate: {
            authorAccountId: string;
            /** Format: date */
            startDate: string;
            startTime?: string;
            /** Format: int64 */
            timeSpentSeconds: number;
            /** Format: int64 */
            billableSeconds?: number;
            description?: string;
            /**
             * Format: int64
             * @description Of the issue. Never sent; no reply shows it.
             */
            remainingEstimateSeconds?: number;
            attributes?: components["schemas"]["WorkAttributeValue"][];
        };
        /** @description A worklog to store. */
        WorklogInput: {
            authorAccountId: string;
            /** Format: int64 */
            issueId: number;
            /** Format: date */
            startDate: string;
            startTime?: string;
            /** Format: int64 */
            timeSpentSeconds: number;
            /** Format: int64 */
            billableSeconds?: number;
            description?: string;
            /** Format: int64 */
            remainingEstimateSeconds?: number;
            attributes?: components["schemas"]["WorkAttributeValue"][];
            bypassPeriodClosuresAndApprovals?: boolean;
        };
        /** @description A worklog to store on the issue of the path. */
        BulkWorklogInput: {
            authorAccountId: string;
            /** Format: date */
            startDate: string;
            startTime?: string;
            /** Format: int64 */
            timeSpentSeconds: number;
            /** Format: int64 */
            billableSeconds?: number;
            description?: string;
            attributes?: components["schemas"]["WorkAttributeValue"][];
        };
        /** @description One page of work attributes. */
        PageableWorkAttribute: {
            /** @description Address of this page. */
            self: string;
            metadata: components["schemas"]["PageMetadata"];
            results: components["schemas"]["WorkAttribute"][];
        };
        /** @description The search criteria; a missing property does not filter. */
        AccountSearchInput: {
            statuses?: ("OPEN" | "CLOSED" | "ARCHIVED")[];
        };
        /** @description One page of accounts. */
        PageableAccount: {
            /** @description Address of this page. */
            self: string;
            metadata: components["schemas"]["PageMetadata"];
            results: components["schemas"]["Account"][];
        };
        Account: {
            /** Format: int32 */
            id: number;
            /** @description The value of a work attribute of type ACCOUNT. */
            key: string;
            name: string;
            /** @description OPEN, CLOSED or ARCHIVED. */
            status: string;
            /** @description Whether every project may use it. */
            global: boolean;
            self: string;
        };
        /** @description Links, not paged. */
        AccountLinkResults: {
            /** @description Address of this reply. */
            self: string;
            metadata: components["schemas"]["UnpagedMetadata"];
            results: components["schemas"]["AccountLink"][];
        };
        AccountLink: {
            /** Format: int32 */
            id?: number;
            account: components["schemas"]["LinkedAccount"];
            /** @description Whether the account is the project's default. */
            default: boolean;
        };
        LinkedAccount: {
            /** @description Tempo's address of the account, which ends in its numeric id. */
            self: string;
            /** Format: int32 */
            id?: number;
        };
        WorkAttribute: {
            key: string;
            name: string;
            required: boolean;
            self: string;
            /** @description ACCOUNT, CHECKBOX, INPUT_FIELD, INPUT_NUMERIC, STATIC_LIST or DYNAMIC_DROPDOWN. */
            type: string;
            /** @description The allowed values, if it is a list. */
            values?: string[];
            /** @description The display name, by value. */
            names?: {
                [key: string]: string;
            };
        };
        Periods: {
            periods: components["schemas"]["Period"][];
        };
        /** @description A week or a month, both dates inclusive. */
        Period: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        /** @description The timesheet of a period. */
        TimesheetApproval: {
            period: components["schemas"]["Period"];
            status?: components["schemas"]["ApprovalStatus"];
            reviewer?: components["schemas"]["UserReference"];
            user?: components["schemas"]["UserReference"];
            /** Format: int64 */
            requiredSeconds?: number;
            /** Format: int64 */
            timeSpentSeconds?: number;
            self?: string;
        };
        /** @description Timesheets, not paged. */
        TimesheetApprovalResults: {
            self?: string;
            metadata?: components["schemas"]["UnpagedMetadata"];
            results: components["schemas"]["TimesheetApproval"][];
        };
        /** @description One page of teams. */
        PageableTeam: {
            /** @description Address of this page. */
            self: string;
            metadata: components["schemas"]["PageMetadata"];
            results: components["schemas"]["Team"][];
        };
        Team: {
            /** Format: int32 */
            id: number;
            name: string;
            self?: string;
        };
        /** @description Memberships, not paged. */
        TeamMembershipResults: {
            self?: string;
            metadata?: components["schemas"]["UnpagedMetadata"];
            results: components["schemas"]["TeamMembership"][];
        };
        /** @description The dates on which a user is in a team. */
        TeamMembership: {
            /** Format: int32 */
            id?: number;
            member?: components["schemas"]["UserReference"];
            /**
             * Format: date
             * @description First date; left out if there is none.
             */
            from?: string;
            /**
             * Format: date
             * @description Last date; left out if there is none.
             */
            inclusiveTo?: string;
            /**
             * Format: date
             * @description Exclusive, unlike every other last date: the day after the last.
             */
            to?: string;
        };
        /** @description Left out by Tempo for some periods; they are open. */
        ApprovalStatus: {
            /** @description OPEN, IN_REVIEW or APPROVED. */
            key: string;
            comment?: string;
            /** Format: date-time */
            updatedAt?: string;
        };
        UserReference: {
            accountId: string;
            self?: string;
        };
        /** @description Users, not paged. */
        UserResults: {
            self?: string;
            metadata?: components["schemas"]["UnpagedMetadata"];
            results: components["schemas"]["UserReference"][];
        };
        TimesheetSubmission: {
            comment?: string;
            reviewerAccountId?: string;
        };
    };
    responses: {
        /** @description Tempo's list of violations. */
        Rejected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description Not found, or the token's owner has no access to it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The token is missing, wrong or expired. Not JSON. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The token lacks a scope or its owner a permission. Not JSON. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The gateway's rate limit is exceeded. Neither body nor headers are documented. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description Atlassian account id of the user. */
        AccountId: string;
        /** @description Tempo's numeric id of the team. */
        TeamId: string;
        /** @description Number of results to skip; default 0. */
        Offset: number;
        /** @description Results per page; default 50, at most 5000. */
        Limit: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getUserSchedule: {
        parameters: {
            query: {
                /** @description First date, inclusive. */
                from: string;
                /** @description Last date, inclusive. */
                to: string;
            };
            header?: never;
            path: {
                /** @description Atlassian account id of the user. */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days of the range. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserScheduleResults"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWorklogsByUser: {
        parameters: {
            query?: {
                /** @description First date, inclusive. */
                from?: string;
                /** @description Last date, inclusive. */
                to?: string;
                /** @description Number of results to skip; default 0. */
                offset?: components["parameters"]["Offset"];
                /** @description Results per page; default 50, at most 5000. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Atlassian account id of the user. */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of worklogs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageableWorklog"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    searchWorklogs: {
        parameters: {
            query?: {
                /** @description Number of results to skip; default 0. */
                offset?: components["parameters"]["Offset"];
                /** @description Results per page; default 50, at most 5000. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorklogSearchInput"];
            };
        };
        responses: {
            /** @description One page of worklogs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageableWorklog"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    findWorklogsOfJira: {
        parameters: {
            query?: {
                /** @description Number of results to skip; default 0. */
                offset?: components["parameters"]["Offset"];
                /** @description Results per page; default 50, at most 5000. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JiraWorklogIds"];
            };
        };
        responses: {
            /** @description One page of ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageableWorklogIds"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createWorklog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorklogInput"];
            };
        };
        responses: {
            /** @description The stored worklog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worklog"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    createWorklogsForIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Jira's numeric id of the issue. */
                issueId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkWorklogInput"][];
            };
        };
        responses: {
            /** @description The stored worklogs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worklog"][];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Another bulk request on this issue is in progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWorklog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worklog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worklog"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    updateWorklog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorklogUpdate"];
            };
        };
        responses: {
            /** @description The worklog as stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worklog"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteWorklog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWorkAttributes: {
        parameters: {
            query?: {
                /** @description Number of results to skip; default 0. */
                offset?: components["parameters"]["Offset"];
                /** @description Results per page; default 50, at most 5000. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of work attributes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageableWorkAttribute"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getPeriods: {
        parameters: {
            query: {
                /** @description First date, inclusive. */
                from: string;
                /** @description Last date, inclusive. */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The periods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Periods"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTimesheetApproval: {
        parameters: {
            query: {
                /** @description First date of the period. */
                from: string;
                /** @description Last date of the period. Seen in clients, that without it the period is meant that contains `from`; always sent. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Atlassian account id of the user. */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timesheet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimesheetApproval"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    submitTimesheet: {
        parameters: {
            query: {
                /** @description First date of the period. */
                from: string;
                /** @description Last date of the period. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Atlassian account id of the user. */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimesheetSubmission"];
            };
        };
        responses: {
            /** @description The timesheet as submitted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimesheetApproval"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    recallTimesheet: {
        parameters: {
            query: {
                /** @description First date of the period. */
                from: string;
                /** @description Last date of the period. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Atlassian account id of the user. */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimesheetSubmission"];
            };
        };
        responses: {
            /** @description The timesheet, which is open. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimesheetApproval"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getReviewers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Atlassian account id of the user. */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reviewers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResults"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTeams: {
        parameters: {
            query?: {
                /** @description Number of results to skip; default 0. */
                offset?: components["parameters"]["Offset"];
                /** @description Results per page; default 50, at most 5000. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageableTeam"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTeamMemberships: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's numeric id of the team. */
                teamId: components["parameters"]["TeamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memberships. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMembershipResults"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTeamTimesheetApprovals: {
        parameters: {
            query: {
                /** @description A date of the period. */
                from: string;
            };
            header?: never;
            path: {
                /** @description Tempo's numeric id of the team. */
                teamId: components["parameters"]["TeamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timesheets, one for each member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimesheetApprovalResults"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    searchAccounts: {
        parameters: {
            query?: {
                /** @description Number of results to skip; default 0. */
                offset?: components["parameters"]["Offset"];
                /** @description Results per page; default 50, at most 5000. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSearchInput"];
            };
        };
        responses: {
            /** @description One page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageableAccount"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountLinksByProject: {
        parameters: {
            query?: {
                /** @description Whether accounts that every project may use are listed too. */
                includeGlobalAccounts?: boolean;
            };
            header?: never;
            path: {
                /** @description Jira's numeric id of the project. */
                projectId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links of the project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountLinkResults"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
}
