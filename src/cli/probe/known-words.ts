import { DOCUMENTED_KEYS } from "../../generated/documented-keys.ts";
import type { ProbedField, ProbedRequest } from "../../generated/outputs.ts";

type Header = NonNullable<ProbedRequest["headers"]>[number];
type DocumentedValue = NonNullable<ProbedField["documented"]>[number];

const words = <Word extends string>(text: string) => text.split(" ") as Word[];

/** The keys that a report names: those of the slices, and others of Tempo's and Atlassian's descriptions. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...DOCUMENTED_KEYS,
  ...words("16x16 24x24 32x32 48x48 accountIds accountType actual all amount applicationRoles approver"),
  ...words("assignedToTeamAt assignedToTeamBy assigneeTypes attributeValues authorKey autoSync avatar"),
  ...words("avatarId avatarUrl avatarUrls billingRate billingRates budget budgetMilestones buildDate"),
  ...words("buildNumber category closed collaborator colorName colour components contact cost costRate"),
  ...words("costRates currencyCode customer defaultBillingRate defaultCostRate defaultLocale defaultScheme"),
  ...words("deleted displayUrl displayUrlConfluence displayUrlServicedeskHelpCenter ecosystem editable"),
  ...words("effortPersistenceType endDate entityId epicIssue epicKey error estimatedRemainingSeconds"),
  ...words("expense expenseActuals expenses externalUrl fixedRevenue generalAccess genericResourceIds group"),
  ...words("groups hierarchyLevel html iconUrl includeNonWorkingDays input interval invalid isCalculated"),
  ...words("isDefault isFixedPrice isPublic issueStatus issueType isTrackingRevenue isUsingAccountRates"),
  ...words("isUsingApproval isUsingGlobalCostRates jobTitle keyHtml keys labor laborActuals laborCosts"),
  ...words("lastLoginTime leadUser leadUserKey linked linkType locale location memberCount memberships"),
  ...words("milestones mission monthlyBudget monthlyBy netProfitMargin nextPageUrl nextScheduledSyncAt"),
  ...words("openOnIssue option order orderBy originalEstimate originalEstimateSeconds owner path permission"),
  ...words("permissionType planApproval planCreatorId planId planIds planItem planItemIds planItemTypes"),
  ...words("plannedSeconds plannedSecondsPerDay plannedTime plannedTimeBreakdown planType profit program"),
  ...words("projectId projectIds projectShares projectTimeApprovers projectTypeKey rates reason recurrence"),
  ...words("recurrenceEndDate reference remainingBudget remainingEstimate reporterKey requester requestId"),
  ...words("requiredSecondsAtSubmit revenue roleIds roles rule scmInfo scopeType serverTime serverTimeZone"),
  ...words("serverTitle simplified size source startDateTime status-code statusCode statusName sub-code"),
  ...words("subtask syncSource tags task taskLink tasks team teamIds teamLead teamMember teamMembers"),
  ...words("tempoWorklogIds timeestimate timeframe timeoriginalestimate timeRecordId"),
  ...words("timeSpentSecondsAtSubmit timestamp timetracking timeZoneOffsetInHours title totalCost"),
  ...words("totalPlannedSeconds totalPlannedSecondsInScope totalRevenue trace typeName updatedFrom"),
  ...words("updaterKey url userAccountIds userLink userRole userSchedule version versionNumbers versions"),
  ...words("warningMessages workAttribute workAttributeValues workerKey worklogId"),
]);

/** The headers that a report names. */
export const KNOWN_HEADERS: ReadonlySet<string> = new Set<Header>([
  ...words<Header>("age alt-svc atl-request-id atl-traceid cache-control cf-cache-status cf-ray connection"),
  ...words<Header>(
    "content-encoding content-language content-length content-security-policy content-type date etag",
  ),
  ...words<Header>("expect-ct expires keep-alive last-modified location nel pragma ratelimit-limit"),
  ...words<Header>(
    "ratelimit-remaining ratelimit-reset referrer-policy report-to retry-after server server-timing",
  ),
  ...words<Header>("set-cookie strict-transport-security timing-allow-origin transfer-encoding vary via"),
  ...words<Header>(
    "www-authenticate x-aaccountid x-accel-buffering x-anodeid x-arequestid x-asen x-asessionid",
  ),
  ...words<Header>("x-ausername x-content-type-options x-envoy-upstream-service-time x-frame-options"),
  ...words<Header>(
    "x-ratelimit-fillrate x-ratelimit-interval-seconds x-ratelimit-limit x-ratelimit-nearlimit",
  ),
  ...words<Header>(
    "x-ratelimit-remaining x-ratelimit-reset x-request-id x-seraph-loginreason x-tempo-request-id",
  ),
  ...words<Header>("x-xss-protection"),
]);

const DAY_TYPES = "WORKING_DAY NON_WORKING_DAY HOLIDAY HOLIDAY_AND_NON_WORKING_DAY";
const ATTRIBUTE_TYPES = "ACCOUNT CHECKBOX INPUT_FIELD INPUT_NUMERIC STATIC_LIST DYNAMIC_DROPDOWN";
const STATUSES = "OPEN CLOSED ARCHIVED IN_REVIEW APPROVED open ready_to_submit waiting_for_approval approved";

/** The values that a report names, by the end of their path: a user's text there is no such word, or says no more than one. */
const DOCUMENTED_VALUES: readonly (readonly [end: string, values: readonly DocumentedValue[]])[] = [
  [".type", words(`${DAY_TYPES} ${ATTRIBUTE_TYPES} FIXED FLOATING PROJECT`)],
  [".type.value", words(ATTRIBUTE_TYPES)],
  [".status", words(STATUSES)],
  [".status.key", words(STATUSES)],
  [".statusCategory.key", words("new indeterminate done")],
  [".deploymentType", words("Cloud Server")],
  [".accountType", words("atlassian app customer")],
];

/** The documented value that a text is at its path, if it is one. */
export function documentedValue(path: string, text: string): DocumentedValue | undefined {
  const [, values = []] = DOCUMENTED_VALUES.find(([end]) => path.endsWith(end)) ?? [];
  return values.find((value) => value === text);
}
