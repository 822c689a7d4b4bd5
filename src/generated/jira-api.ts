// Rendered from contracts/ by `npm run generate`. Do not edit.

export interface paths {
    "/_edge/tenant_info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The site's cloud id
         * @description At the site only, and asked without credentials. The URL and the key are from an article of Atlassian's support, not from the API's reference.
         */
        get: operations["getTenantInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/2/serverInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which Jira it is
         * @description Cloud and Data Center have it, and ask for no credentials.
         */
        get: operations["getServerInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/serverInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which Jira Cloud it is
         * @description Asks for no credentials. Data Center has no version 3.
         */
        get: operations["getServerInfoCloud"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/myself": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The token's owner */
        get: operations["getMyself"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/issue/{issueIdOrKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One issue
         * @description Finds a moved issue by its old key, and a key in any case, without a redirect: the reply carries the issue's own key, which may differ from the one asked for.
         */
        get: operations["getIssue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/issue/bulkfetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Up to 100 issues by id or key
         * @description Issues that do not exist, or that the token's owner may not see, are absent from the reply and from its errors. The order is not that of the request.
         */
        post: operations["bulkFetchIssues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/search/jql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues that match a JQL query
         * @description Drafts find the issues that a user worked on with it, by the function updatedBy. Atlassian's reference of the operation: the query must be bounded, and gives no total; `isLast` or a missing `nextPageToken` ends it. Atlassian's reference of JQL functions: updatedBy takes a user's account id, and two dates in the user's own time zone, the last one included; it finds issues that the user created, changed or commented. Seen in clients: a page has 100 issues at most if any field but id or key is asked for.
         */
        post: operations["searchIssues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/changelog/bulkfetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The histories of up to 1,000 issues
         * @description Drafts read authors, times and new statuses of changes, up to 50 issues at a time. Atlassian's reference of the operation: the oldest changes come first, in pages of at most 10,000 changes, the changes of an issue perhaps on several pages. An issue without changes, or that the token's owner may not see, is absent.
         */
        post: operations["bulkFetchChangelogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/issue/{issueIdOrKey}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Comments of an issue
         * @description Drafts read times and authors of comments, and no texts, where an issue came with some of its comments only. From Atlassian's reference of Jira Cloud.
         */
        get: operations["getComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/issue/{issueIdOrKey}/worklog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jira's worklogs of an issue
         * @description Drafts look for hours that the user has logged through Jira and that Tempo does not have yet. From Atlassian's reference of Jira Cloud. Tempo for Data Center keeps its worklogs in Jira, where nothing can be late.
         */
        get: operations["getIssueWorklogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/2/issue/{issueIdOrKey}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Comments of an issue
         * @description Drafts read times and authors of comments, and no texts, where an issue came with some of its comments only. From Atlassian's reference of Jira Data Center.
         */
        get: operations["getCommentsDataCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fields of issues on this site
         * @description General knowledge: it needs no permission. Inferred, that the scope read:jira-work suffices; without the fields, an issue's own account is unknown, and nothing else is missing.
         */
        get: operations["getFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/2/myself": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The owner of the personal access token
         * @description Observed live, that Tempo wants the `key` and not the `name`: since Jira 8.4 they differ. The shape is general knowledge.
         */
        get: operations["getMyselfDataCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/2/issue/{issueIdOrKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One issue
         * @description Inferred from Jira Cloud, that a moved issue is found by its old key, and a key in any case, and that the reply carries the issue's own key. The shape is general knowledge.
         */
        get: operations["getIssueDataCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/2/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues that match a JQL query
         * @description Drafts find the issues that a user worked on with it, and read their changes and comments by `expand` and `fields`. Atlassian's reference of JQL functions for Data Center: updatedBy takes a user's login name, and older versions do not have it. Reported by clients: without validateQuery, a query for keys finds those issues of them that there are.
         */
        post: operations["searchIssuesDataCenter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One user
         * @description Documented. Needs the global permission Browse users and groups.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/3/user/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users by account id
         * @description Documented: at most 200 users; unknown account ids are left out. Seen in clients, that every id is a parameter of its own. Up to 100 are asked for at once, so that the address stays below 8 KB.
         */
        get: operations["bulkGetUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/api/2/user/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users by name
         * @description General knowledge. What is given is looked for in user names, display names and e-mail addresses.
         */
        get: operations["findUsersDataCenter"];
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
        /** @description What a site says of itself. */
        TenantInfo: {
            /** @description The site's id, usually a UUID. */
            cloudId: string;
        };
        /** @description What a Jira says of itself. */
        ServerInfo: {
            /** @description The address that users have for it, with its context path if it has one. */
            baseUrl?: string;
            /** @description Cloud, or Server for Data Center. */
            deploymentType: string;
        };
        /** @description A user. */
        User: {
            /** @description The user's address, which begins with the site's own URL, or that of the gateway. */
            self?: string;
            /** @description The user's id throughout Atlassian Cloud. */
            accountId: string;
            displayName?: string;
            /** @description False for an account that was deactivated. */
            active?: boolean;
            /** @description Left out or empty if the user's privacy settings hide it. */
            emailAddress?: string;
            /** @description The time zone of the user's profile, such as Europe/Berlin: drafts have their dates and times in it. It is in Atlassian's references of both deployments. */
            timeZone?: string;
        };
        PageOfUsers: {
            values: components["schemas"]["User"][];
        };
        /** @description A user of Jira Data Center. */
        DataCenterUser: {
            /** @description The user's address, which begins with the base URL that Jira is set up with. */
            self?: string;
            /** @description The user's key, such as JIRAUSER10100: Tempo's id of a worker. */
            key: string;
            /** @description The login name. */
            name?: string;
            displayName?: string;
            /** @description Left out or empty if the site hides it. */
            emailAddress?: string;
            /** @description As on Cloud. */
            timeZone?: string;
        };
        /** @description An issue with the requested fields. */
        Issue: {
            /** @description Numeric id, as a string. */
            id: string;
            /** @description Key such as PROJ-123. */
            key: string;
            fields: components["schemas"]["IssueFields"];
            changelog?: components["schemas"]["Changelog"];
        };
        IssueFields: {
            /** @description The issue's title. */
            summary?: string;
            status?: components["schemas"]["Status"];
            assignee?: components["schemas"]["Assignee"];
            project?: components["schemas"]["Project"];
            /** @description When it was created, such as 2026-01-05T09:30:00.000+0100. */
            created?: string;
            creator?: components["schemas"]["Author"];
            comment?: components["schemas"]["Comments"];
        } & {
            [key: string]: unknown;
        };
        /** @description Documented for both deployments. */
        Project: {
            /** @description Numeric id, as a string. */
            id: string;
            key: string;
        };
        Field: {
            /** @description Such as summary or customfield_10035. */
            id: string;
            schema?: components["schemas"]["FieldSchema"];
        };
        FieldSchema: {
            /** @description Such as string or option. */
            type: string;
            /** @description The type of a field that an app adds. Seen in clients: that of Tempo's field Account ends in io.tempo.jira__account. */
            custom?: string;
        };
        /** @description Documented for both deployments. Every status belongs to one of Jira's own categories: `new`, `indeterminate`, `done`, or `undefined`. */
        Status: {
            /** @description As the site names it, such as In Review. */
            name?: string;
            statusCategory?: {
                /** @description `done` for a closed issue, whatever the status is called. */
                key?: string;
            };
        };
        SearchInput: {
            jql: string;
            fields?: string[];
            maxResults?: number;
            /** @description On Cloud, the page to return. */
            nextPageToken?: string;
            /** @description On Data Center, how many issues to skip. */
            startAt?: number;
            /** @description On Data Center: whether the query is refused if it names an issue that does not exist, which is the default. */
            validateQuery?: boolean;
            /** @description On Data Center: `changelog` for the whole history of each issue. Cloud returns 40 changes of it at most. */
            expand?: string[];
        };
        SearchResults: {
            issues?: components["schemas"]["Issue"][];
            isLast?: boolean;
            /** @description Left out or null on the last page. */
            nextPageToken?: string | null;
        };
        SearchResultsDataCenter: {
            issues?: components["schemas"]["Issue"][];
            startAt?: number;
            maxResults?: number;
            total?: number;
        };
        /** @description The user that an issue is assigned to, by account id on Cloud and by key on Data Center; null if it is to nobody. */
        Assignee: {
            accountId?: string;
            key?: string;
        } | null;
        /** @description A user, by account id on Cloud and by key on Data Center; null or left out for none. */
        Author: {
            accountId?: string;
            key?: string;
        } | null;
        /** @description Comments of an issue. As a field of an issue it may lack some of them, which `total` shows. */
        Comments: {
            comments?: components["schemas"]["Comment"][];
            startAt?: number;
            maxResults?: number;
            total?: number;
        };
        Comment: {
            id: string;
            author?: components["schemas"]["Author"];
            /** @description Such as 2026-01-05T09:30:00.000+0100. */
            created?: string;
        };
        IssueWorklogs: {
            worklogs?: components["schemas"]["IssueWorklog"][];
            startAt?: number;
            maxResults?: number;
            total?: number;
        };
        /** @description A worklog that came through Tempo has Tempo's app as its author. */
        IssueWorklog: {
            id: string;
            author?: components["schemas"]["Author"];
            /** @description Such as 2026-01-05T09:30:00.000+0100. */
            started?: string;
            /** Format: int64 */
            timeSpentSeconds?: number;
        };
        /** @description The history of an issue. General knowledge, that Data Center returns all of it. */
        Changelog: {
            histories?: components["schemas"]["History"][];
            total?: number;
        };
        /** @description Fields that a user changed at once. */
        History: {
            id: string;
            author?: components["schemas"]["Author"];
            /** @description Such as 2026-01-05T09:30:00.000+0100. Seen in clients: a number of milliseconds, in bulk. */
            created?: string | number;
            items?: components["schemas"]["HistoryItem"][];
        };
        HistoryItem: {
            /** @description The field's name, such as status. */
            field?: string;
            /** @description The field's id. Older versions of Data Center leave it out. */
            fieldId?: string;
            /** @description `jira` or `custom`. */
            fieldtype?: string;
            /** @description The new value as users see it: a text, null or left out. No type is given, since every object of JavaScript inherits a function of that name. */
            toString?: unknown;
        };
        BulkChangelogInput: {
            issueIdsOrKeys: string[];
            maxResults?: number;
            nextPageToken?: string;
        };
        BulkChangelogResults: {
            issueChangeLogs?: components["schemas"]["IssueChangelog"][];
            /** @description Left out or null on the last page. */
            nextPageToken?: string | null;
        };
        IssueChangelog: {
            issueId: string;
            changeHistories?: components["schemas"]["History"][];
        };
        BulkFetchInput: {
            issueIdsOrKeys: string[];
            fields?: string[];
        };
        BulkFetchResults: {
            issues?: components["schemas"]["Issue"][];
            issueErrors?: components["schemas"]["IssueError"][];
        };
        IssueError: {
            id?: string;
            errorMessage?: string;
        };
        /** @description Jira's errors. */
        ErrorCollection: {
            errorMessages?: string[];
            errors?: {
                [key: string]: string;
            };
            status?: number;
        };
    };
    responses: {
        /** @description The e-mail address or the token is wrong. A token with scopes gets this at the site too. At the gateway it may also mean that the token lacks a scope: users report the message "Unauthorized; scope does not match" then. */
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
        /** @description Rate limit exceeded; Retry-After gives the seconds to wait. */
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
    getTenantInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantInfo"];
                };
            };
            /** @description This is no Jira Cloud site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getServerInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Jira. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfo"];
                };
            };
            /** @description This is no Jira. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getServerInfoCloud: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Jira. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfo"];
                };
            };
            /** @description This is no Jira Cloud site. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyself: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getIssue: {
        parameters: {
            query?: {
                /** @description Fields to return, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Numeric id or key. */
                issueIdOrKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Not found, or the token's owner has no access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    bulkFetchIssues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkFetchInput"];
            };
        };
        responses: {
            /** @description The issues found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkFetchResults"];
                };
            };
            /** @description None or more than 100 requested. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    searchIssues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchInput"];
            };
        };
        responses: {
            /** @description The issues found, in the query's order; none that the token's owner may not see. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            /** @description The query names something that does not exist, such as a project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    bulkFetchChangelogs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChangelogInput"];
            };
        };
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkChangelogResults"];
                };
            };
            /** @description None or too many requested. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getComments: {
        parameters: {
            query?: {
                /** @description How many comments to skip. */
                startAt?: number;
                /** @description Most comments to return. A site may return fewer. */
                maxResults?: number;
                /** @description `-created` for the newest first. Inferred for Data Center, whose document names `created` alone. */
                orderBy?: string;
            };
            header?: never;
            path: {
                /** @description Numeric id or key. */
                issueIdOrKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comments"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Not found, or the token's owner has no access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getIssueWorklogs: {
        parameters: {
            query?: {
                /** @description How many worklogs to skip. */
                startAt?: number;
                /** @description Worklogs that start at this moment, in milliseconds since 1970, or later. */
                startedAfter?: number;
                /** @description Worklogs that start before this moment, in milliseconds since 1970. */
                startedBefore?: number;
            };
            header?: never;
            path: {
                /** @description Numeric id or key. */
                issueIdOrKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worklogs, at most 5,000 at once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueWorklogs"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Not found, or the token's owner has no access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getCommentsDataCenter: {
        parameters: {
            query?: {
                /** @description How many comments to skip. */
                startAt?: number;
                /** @description Most comments to return. A site may return fewer. */
                maxResults?: number;
                /** @description `-created` for the newest first. Inferred for Data Center, whose document names `created` alone. */
                orderBy?: string;
            };
            header?: never;
            path: {
                /** @description Numeric id or key. */
                issueIdOrKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comments"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Not found, or the token's owner has no access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All fields, system fields included. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getMyselfDataCenter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataCenterUser"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getIssueDataCenter: {
        parameters: {
            query?: {
                /** @description Fields to return, separated by commas. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Numeric id or key. */
                issueIdOrKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description Not found, or the token's owner has no access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    searchIssuesDataCenter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchInput"];
            };
        };
        responses: {
            /** @description The issues found, in the query's order; none that the token's owner may not see. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultsDataCenter"];
                };
            };
            /** @description The query names something that does not exist, such as a project or, unless validateQuery is false, an issue. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCollection"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getUser: {
        parameters: {
            query: {
                /** @description The user's account id. */
                accountId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such user, or the caller may not see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    bulkGetUsers: {
        parameters: {
            query: {
                /** @description Account ids. */
                accountId: string[];
                /** @description Most users to return; 10 unless given. */
                maxResults?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOfUsers"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    findUsersDataCenter: {
        parameters: {
            query: {
                /** @description What to look for. */
                username: string;
                /** @description Most users to return. */
                maxResults?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataCenterUser"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
        };
    };
}
