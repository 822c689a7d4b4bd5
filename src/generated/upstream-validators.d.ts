// Rendered from contracts/ by `npm run generate`. Do not edit.

import type { Validator } from "./validator.ts";

export declare const tempo_getUserSchedule_parameters: Validator;
export declare const tempo_getUserSchedule_200: Validator;
export declare const tempo_getUserSchedule_400: Validator;
export declare const tempo_getUserSchedule_404: Validator;
export declare const tempo_getWorklogsByUser_parameters: Validator;
export declare const tempo_getWorklogsByUser_200: Validator;
export declare const tempo_getWorklogsByUser_400: Validator;
export declare const tempo_getWorklogsByUser_404: Validator;
export declare const tempo_searchWorklogs_parameters: Validator;
export declare const tempo_searchWorklogs_request: Validator;
export declare const tempo_searchWorklogs_200: Validator;
export declare const tempo_searchWorklogs_400: Validator;
export declare const tempo_createWorklog_parameters: Validator;
export declare const tempo_createWorklog_request: Validator;
export declare const tempo_createWorklog_200: Validator;
export declare const tempo_createWorklog_400: Validator;
export declare const tempo_createWorklogsForIssue_parameters: Validator;
export declare const tempo_createWorklogsForIssue_request: Validator;
export declare const tempo_createWorklogsForIssue_200: Validator;
export declare const tempo_createWorklogsForIssue_400: Validator;
export declare const tempo_createWorklogsForIssue_409: Validator;
export declare const tempo_getWorklog_parameters: Validator;
export declare const tempo_getWorklog_200: Validator;
export declare const tempo_getWorklog_404: Validator;
export declare const tempo_deleteWorklog_parameters: Validator;
export declare const tempo_deleteWorklog_404: Validator;
export declare const jira_getMyself_parameters: Validator;
export declare const jira_getMyself_200: Validator;
export declare const jira_getIssue_parameters: Validator;
export declare const jira_getIssue_200: Validator;
export declare const jira_getIssue_404: Validator;
export declare const jira_bulkFetchIssues_parameters: Validator;
export declare const jira_bulkFetchIssues_request: Validator;
export declare const jira_bulkFetchIssues_200: Validator;
export declare const jira_bulkFetchIssues_400: Validator;
