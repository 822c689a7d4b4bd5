// Rendered from contracts/ by `npm run generate`. Do not edit.

export interface paths {
    "/rest/tempo-core/2/user/schedule/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedules of users in a date range
         * @description Used in production by a public client; request and reply are taken from its types, not from a recording. Both dates are inclusive. Without a recording, neither order nor completeness of the days is relied upon. Seen in another client: without `userKeys` it is the user's own. Older Tempo does not have it, and answers 404.
         */
        post: operations["searchSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-core/1/user/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The schedule of one user in a date range
         * @description Seen in clients, and in Tempo's own pages until 2026; older Tempo has nothing else. It knows users by login name. Inferred: a user that it does not know is a 404.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-timesheets/4/worklogs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Worklogs by worker, issue and date range
         * @description Observed live: a bare array in one piece, never paged; the dates filter on `started`; without `worker` it returns the worklogs of all users that the caller may see; a GET of this path returns 404. An unknown `worker` gives an empty list. That `taskId` narrows is taken from Tempo's own document.
         */
        post: operations["searchWorklogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-timesheets/4/worklogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell that Tempo is installed
         * @description Observed live: there is no such operation, which Tempo says with 405. Where Tempo is not installed, Jira knows no such path and answers 404. An expired licence was never observed.
         */
        get: operations["getWorklogs"];
        put?: never;
        /**
         * Store one worklog
         * @description Observed live: `worker` must be the user key, not the name; `started` is required and takes no zone. Confirmed by several clients: the reply is an array of the stored worklogs, of one without `endDate`. The shape of a rejection was never recorded: clients read either `message` or Jira's `errorMessages` and `errors`, so all shapes are read. Nothing is idempotent: the same body sent twice is stored twice.
         */
        post: operations["createWorklog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-timesheets/4/worklogs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
            };
            cookie?: never;
        };
        /**
         * One worklog
         * @description Taken from clients' code; a single object, not an array.
         */
        get: operations["getWorklog"];
        /**
         * Store a worklog anew
         * @description Observed live by an SDK's own run on Jira 8.13 with Tempo 10; bodies are taken from clients' code, some of which leave the comment out. Left open: whether what is not sent is kept or reset, so everything is sent. Seen in clients: the reply is an object, or an array of one; `started` has a T or a space before the time. Inferred: a work attribute that the GET does not show is lost.
         */
        put: operations["updateWorklog"];
        post?: never;
        /**
         * Delete one worklog
         * @description Taken from clients' code; 204 for an existing worklog, 404 for one that does not exist.
         */
        delete: operations["deleteWorklog"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-timesheets/4/worklogs/{id}/issue/{issueId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
                /** @description Jira's id of the issue to which the worklog goes. */
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Move a worklog to another issue
         * @description Taken from one client's code, a browser extension. What it answers is in no recording, so the worklog is read afterwards. Inferred: the id stays, and so do all other fields.
         */
        put: operations["moveWorklog"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-core/1/work-attribute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue of work attributes
         * @description Taken from clients' code. A bare array; the values of a list come with it.
         */
        get: operations["getWorkAttributes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-timesheets/4/timesheet-approval/approval-statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the timesheets of the latest periods are approved
         * @description Seen in many clients and in a recorded response. Inferred, that the latest periods up to today's are meant; their order is not promised.
         */
        get: operations["getApprovalStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-timesheets/4/timesheet-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The timesheets of a team's members in a period
         * @description Inferred from one sample of an answer, of which only the outer keys are known: each timesheet is taken to be as one user's. Inferred too: the hours in it are those of the whole period, and without the permission to see the team's timesheets it is a 403 or a 404.
         */
        get: operations["getTeamTimesheetApprovals"];
        put?: never;
        /**
         * Submit the timesheet of a period for approval, or open it again
         * @description Seen in clients, to submit. Inferred, that `reopen` is how users recall what they have submitted: Tempo's document lists the actions submit, approve, reject and reopen, and no recall. Left open, what a second request does, so none is sent.
         */
        post: operations["actOnTimesheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-teams/2/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The teams that the token's owner may see
         * @description Seen in several clients, not recorded. Inferred: the answer is not paged, and teams that the token's owner may not see are left out.
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
    "/rest/tempo-teams/2/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Who is or was in teams, and when
         * @description The request is seen in several clients, which read its answer in different ways. Inferred: the answer is a list of memberships, a user who left and came back has several, and with `onlyActive` false those that have ended are listed too.
         */
        post: operations["searchTeamMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-accounts/1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts of the instance
         * @description Observed live; 404 where Tempo has no accounts. Seen in clients: read for the accounts that are `global`.
         */
        get: operations["getAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-accounts/1/account/project/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts that a project may use
         * @description Observed live. Seen in clients: closed accounts come too. Left open: whether global accounts do.
         */
        get: operations["getAccountsByProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tempo-accounts/1/link/project/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How accounts are linked to a project
         * @description Observed live; `accountId` and `defaultAccount` are taken from clients' code.
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
        /** @description Every shape that clients handle. */
        Errors: {
            errorMessages?: string[];
            /** @description By field as Jira has it, or messages as Tempo Cloud has them. */
            errors?: Record<string, never> | unknown[];
            message?: string;
        };
        ScheduleSearch: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            userKeys?: string[];
        };
        UserSchedule: {
            user?: components["schemas"]["ScheduleUser"];
            schedule: components["schemas"]["Schedule"];
        };
        ScheduleUser: {
            key: string;
            username?: string;
            displayName?: string;
        };
        Schedule: {
            numberOfWorkingDays?: number;
            requiredSeconds?: number;
            days: components["schemas"]["DaySchedule"][];
        };
        /** @description The required time of one date. */
        DaySchedule: {
            /** Format: date */
            date: string;
            /** @description Required time, holidays already deducted. */
            requiredSeconds: number;
            /** @enum {string} */
            type: "WORKING_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HOLIDAY_AND_NON_WORKING_DAY";
            holiday?: components["schemas"]["Holiday"];
        };
        Holiday: {
            name: string;
            description?: string;
            durationSeconds?: number;
        };
        /** @description The search criteria; a missing property does not filter. */
        WorklogSearch: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description User keys. */
            worker?: string[];
            /** @description Jira's numeric ids of issues. */
            taskId?: number[];
        };
        /** @description A worklog to store. */
        WorklogInput: {
            /** @description The user key of Jira's myself, not the name. */
            worker: string;
            /** @description Jira's numeric id of the issue, as a string. */
            originTaskId: string;
            /** @description A date; a time may follow, a zone may not. Seen in clients: a space instead of the T. */
            started: string;
            timeSpentSeconds: number;
            billableSeconds?: number;
            /** @description Some instances reject an empty one. */
            comment?: string;
            /** @description By attribute key. A string instead of an object is rejected. */
            attributes?: {
                [key: string]: components["schemas"]["WorkAttributeValue"];
            };
        };
        /** @description All of a worklog. A worklog moves to another issue at another path only, by clients' code. */
        WorklogUpdate: {
            /** @description The user key. */
            worker: string;
            /** @description Jira's numeric id of the issue, as a string. */
            originTaskId: string;
            started: string;
            timeSpentSeconds: number;
            billableSeconds?: number;
            comment?: string;
            /** @description By attribute key. */
            attributes?: {
                [key: string]: components["schemas"]["WorkAttributeValue"];
            };
        };
        WorkAttributeValue: {
            workAttributeId: number;
            key?: string;
            name?: string;
            type?: string;
            value: string;
        };
        /** @description A worklog as live instances return it. It has its issue's key and summary. */
        Worklog: {
            /** Format: int64 */
            tempoWorklogId: number;
            /** Format: int64 */
            originId?: number;
            /**
             * Format: int64
             * @description Jira's numeric id of the issue.
             */
            originTaskId?: number;
            /** @description User key. */
            worker: string;
            /** @description User key. */
            updater?: string;
            /** @description yyyy-MM-dd HH:mm:ss.SSS, local, without a zone; some clients expect a T in place of the space. */
            started: string;
            dateCreated?: string;
            dateUpdated?: string;
            /** Format: int64 */
            timeSpentSeconds: number;
            /** Format: int64 */
            billableSeconds?: number;
            /** @description As a person reads it, 2h 30m. Missing on older instances. */
            timeSpent?: string;
            comment?: string | null;
            attributes?: {
                [key: string]: components["schemas"]["WorkAttributeValue"];
            };
            issue?: components["schemas"]["WorklogIssue"];
        };
        WorklogIssue: {
            /** Format: int64 */
            id: number;
            key?: string;
            summary?: string;
            projectKey?: string;
            /** @description Observed live: key of the issue's account, if it has one. */
            accountKey?: string;
            internalIssue?: boolean;
        };
        Account: {
            id: number;
            /** @description The value of a work attribute of type ACCOUNT. */
            key: string;
            name: string;
            /** @description OPEN, CLOSED or ARCHIVED. */
            status?: string;
            /** @description Whether every project may use it. */
            global?: boolean;
        };
        AccountLink: {
            id?: number;
            accountId: number;
            /** @description Whether the account is the project's default. */
            defaultAccount?: boolean;
        };
        WorkAttribute: {
            id: number;
            key: string;
            name: string;
            type: components["schemas"]["WorkAttributeType"];
            required: boolean;
            sequence?: number;
            staticListValues?: components["schemas"]["StaticListValue"][];
        };
        WorkAttributeType: {
            name?: string;
            /** @description ACCOUNT, BILLABLE_SECONDS, CHECKBOX, DYNAMIC_DROPDOWN, INPUT_FIELD, INPUT_NUMERIC or STATIC_LIST. */
            value: string;
            systemType?: boolean;
        };
        StaticListValue: {
            id?: number;
            /** @description The display name. */
            name: string;
            /** @description The value to send. */
            value: string;
            removed?: boolean;
        };
        /** @description The timesheet of a period. */
        TimesheetApproval: {
            user?: components["schemas"]["ApprovalUser"];
            /** @description open, ready_to_submit, waiting_for_approval or approved. */
            status: string;
            /** Format: int64 */
            workedSeconds?: number;
            /** Format: int64 */
            submittedSeconds?: number;
            /** Format: int64 */
            requiredSeconds?: number;
            /** Format: int64 */
            requiredSecondsRelativeToday?: number;
            period: components["schemas"]["Period"];
            action?: components["schemas"]["ApprovalAction"];
            reviewer?: components["schemas"]["ApprovalUser"];
        };
        /** @description Inferred, but for its keys. */
        TeamTimesheetApprovals: {
            period: components["schemas"]["Period"];
            approvals: components["schemas"]["TimesheetApproval"][];
        };
        Team: {
            id: number;
            name: string;
        };
        TeamMemberSearch: {
            /** @description Ids of teams, as strings. */
            ids: string[];
            onlyActive: boolean;
        };
        /** @description Inferred. The dates on which a user is in a team. */
        TeamMembership: {
            member: components["schemas"]["TeamMember"];
            membership?: {
                teamId?: number;
                /** @description First date; empty or left out if there is none. */
                dateFromANSI?: string;
                /** @description Last date, inclusive; empty or left out if there is none. */
                dateToANSI?: string;
            };
        };
        TeamMember: {
            /** @description The user's key. */
            key: string;
            name?: string;
            displayname?: string;
            /** @description USER or GROUP_USER for a person. */
            type?: string;
            activeInJira?: boolean;
        };
        /** @description A week or a month, both dates inclusive. */
        Period: {
            periodView?: string;
            dateFrom: string;
            dateTo: string;
        };
        /** @description What was last done to the timesheet. */
        ApprovalAction: {
            name?: string;
            comment?: string;
            reviewer?: components["schemas"]["ApprovalUser"];
            actor?: components["schemas"]["ApprovalUser"];
            created?: string;
        };
        ApprovalUser: {
            key?: string;
            name?: string;
            displayName?: string;
        };
        /** @description Inferred, that the action's name is in lower case. */
        TimesheetAction: {
            user: {
                key: string;
            };
            period: {
                /** Format: date */
                dateFrom: string;
            };
            action: {
                /** @enum {string} */
                name: "submit" | "reopen";
                comment?: string;
                /** @description Needed to submit. Inferred, that nothing else needs it. */
                reviewer?: {
                    key: string;
                };
            };
        };
    };
    responses: {
        /** @description Rejected, in one of several shapes. */
        Rejected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description Not found, or the token's owner has no access to it, or Tempo is not installed in this Jira. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The token is wrong or expired. Jira's own page; the body is not read. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The token's owner lacks the permission. The message in the body, if any, is shown. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The rate limit set by an administrator is exceeded; Retry-After and X-RateLimit headers give details. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleSearch"];
            };
        };
        responses: {
            /** @description One element per user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSchedule"][];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSchedule: {
        parameters: {
            query: {
                /** @description The login name. */
                user: string;
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
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
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
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorklogSearch"];
            };
        };
        responses: {
            /** @description All matching worklogs. */
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWorklogs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Tempo is installed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
            404: components["responses"]["NotFound"];
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
                    "application/json": components["schemas"]["Worklog"] | components["schemas"]["Worklog"][];
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
    moveWorklog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tempo's worklog id. */
                id: string;
                /** @description Jira's id of the issue to which the worklog goes. */
                issueId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worklog is on the other issue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
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
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All work attributes of the instance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkAttribute"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getApprovalStatuses: {
        parameters: {
            query: {
                /** @description The user's key. */
                userKey: string;
                /** @description How many periods. */
                numberOfPeriods: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timesheets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimesheetApproval"][];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTeamTimesheetApprovals: {
        parameters: {
            query: {
                /** @description Tempo's numeric id of the team. */
                teamId: number;
                /** @description First date of the period. */
                periodStartDate: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["TeamTimesheetApprovals"];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    actOnTimesheet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimesheetAction"];
            };
        };
        responses: {
            /** @description The timesheet with its new status. */
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
    getTeams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    searchTeamMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberSearch"];
            };
        };
        responses: {
            /** @description The memberships. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMembership"][];
                };
            };
            400: components["responses"]["Rejected"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, in one piece. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountsByProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Jira's numeric id of the project. */
                projectId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, in one piece. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAccountLinksByProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Jira's numeric id of the project. */
                projectId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, in one piece. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountLink"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
}
