// Rendered from contracts/ by `npm run generate`. Do not edit.

import type { Validator } from "./validator.ts";

export declare const GetScheduleResponse: Validator;
export declare const GetWorklogsResponse: Validator;
export declare const PostWorklogResponse: Validator;
export declare const BulkPostWorklogsResponse: Validator;
export declare const DeleteWorklogResponse: Validator;
export declare const FindMissingDaysResponse: Validator;
export declare const FillDaysResponse: Validator;
export declare const UpdateWorklogResponse: Validator;
export declare const DeleteWorklogsResponse: Validator;
export declare const GetTimesheetsResponse: Validator;
export declare const SubmitTimesheetResponse: Validator;
export declare const RecallTimesheetResponse: Validator;
export declare const SearchIssuesResponse: Validator;
export declare const GetWorkAttributesResponse: Validator;
export declare const DraftTimesheetResponse: Validator;
export declare const PostDraftResponse: Validator;
export declare const GetTotalsResponse: Validator;
export declare const GetTeamTimesheetsResponse: Validator;
export declare const GetTeamTotalsResponse: Validator;
