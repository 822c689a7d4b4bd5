// Rendered from contracts/ by `npm run generate`. Do not edit.

import type { Validator } from "./validator.ts";

export declare const GetScheduleInput: Validator;
export declare const GetWorklogsInput: Validator;
export declare const PostWorklogInput: Validator;
export declare const BulkPostWorklogsInput: Validator;
export declare const PostWorklogDetailsInput: Validator;
export declare const BulkPostWorklogsDetailsInput: Validator;
export declare const DeleteWorklogInput: Validator;
export declare const FindMissingDaysInput: Validator;
export declare const FillDaysInput: Validator;
export declare const UpdateWorklogInput: Validator;
export declare const DeleteWorklogsInput: Validator;
export declare const GetTimesheetsInput: Validator;
export declare const SubmitTimesheetInput: Validator;
export declare const RecallTimesheetInput: Validator;
export declare const SearchIssuesInput: Validator;
export declare const GetWorkAttributesInput: Validator;
export declare const DraftTimesheetInput: Validator;
export declare const PostDraftInput: Validator;
export declare const GetTotalsInput: Validator;
export declare const GetTeamTimesheetsInput: Validator;
export declare const GetTeamTotalsInput: Validator;
