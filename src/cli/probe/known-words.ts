import { DOCUMENTED_KEYS } from "../../generated/known-words.ts";
import type { ProbedField } from "../../generated/outputs.ts";

type DocumentedValue = NonNullable<ProbedField["documented"]>[number];

const words = <Word extends string>(text: string) => text.split(/\s/) as Word[];

/** Keys of Tempo's and Atlassian's descriptions that the slices do not have. */
const OTHER_KEYS = `
16x16 24x24 32x32 48x48 accountIds accountType actual all amount applicationRoles approver assignedToTeamAt assignedToTeamBy assigneeTypes
attributeValues authorKey autoSync avatar avatarId avatarUrl avatarUrls billingRate billingRates budget budgetMilestones buildDate
buildNumber category closed collaborator colorName colour components contact cost costRate costRates currencyCode customer
defaultBillingRate defaultCostRate defaultLocale defaultScheme deleted displayUrl displayUrlConfluence displayUrlServicedeskHelpCenter
ecosystem editable effortPersistenceType endDate entityId epicIssue epicKey error estimatedRemainingSeconds expense expenseActuals expenses
externalUrl fixedRevenue generalAccess genericResourceIds group groups hierarchyLevel html iconUrl includeNonWorkingDays input interval
invalid isCalculated isDefault isFixedPrice isPublic issueStatus issueType isTrackingRevenue isUsingAccountRates isUsingApproval
isUsingGlobalCostRates jobTitle keyHtml keys labor laborActuals laborCosts lastLoginTime leadUser leadUserKey linked linkType locale
location memberCount memberships milestones mission monthlyBudget monthlyBy netProfitMargin nextPageUrl nextScheduledSyncAt openOnIssue
option order orderBy originalEstimate originalEstimateSeconds owner path permission permissionType planApproval planCreatorId planId planIds
planItem planItemIds planItemTypes plannedSeconds plannedSecondsPerDay plannedTime plannedTimeBreakdown planType profit program projectId
projectIds projectShares projectTimeApprovers projectTypeKey rates reason recurrence recurrenceEndDate reference remainingBudget
remainingEstimate reporterKey requester requestId requiredSecondsAtSubmit revenue roleIds roles rule scmInfo scopeType serverTime
serverTimeZone serverTitle simplified size source startDateTime status-code statusCode statusName sub-code subtask syncSource tags task
taskLink tasks team teamIds teamLead teamMember teamMembers tempoWorklogIds timeestimate timeframe timeoriginalestimate timeRecordId
timeSpentSecondsAtSubmit timestamp timetracking timeZoneOffsetInHours title totalCost totalPlannedSeconds totalPlannedSecondsInScope
totalRevenue trace typeName updatedFrom updaterKey url userAccountIds userLink userRole userSchedule version versionNumbers versions
warningMessages workAttribute workAttributeValues workerKey worklogId
`;

/** The keys that a report names. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([...DOCUMENTED_KEYS, ...words(OTHER_KEYS.trim())]);

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
