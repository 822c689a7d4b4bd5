/**
 * The time of one call: every share, wait and limit. Durations are in milliseconds.
 *
 * MCP hosts give up after 60 s and ask again, so a call ends within its budget, 50 s unless the settings say otherwise. For a
 * call that posts:
 *
 *     0 s                                   33 s                 47.5 s   50 s
 *     | decide, then send: requests start   | answers only       | reply  |
 *     |------------- SENDING_SHARE ---------|                    |        |
 *     |--------------------- DEADLINE_SHARE ---------------------|        |
 *
 * A request that is not answered by then goes on, and its answer is recorded when it comes. What became of a request without an answer can be
 * decided, if nothing of it is seen before:
 *
 *     0 s                       sent                              11 s after a failure, 4 min after silence        10 s later
 *     |--------------------------|---------------- may take effect ----------------|------ lists may lack it -------| decided
 *                                |----- LATEST_COMMIT_MS or SILENCE_MS ------------|---- UNKNOWN_LIST_LAG_MS -------|
 *
 * Until then its dates are locked: nothing is planned or written there.
 */

/** The share of the budget until the deadline: after it nothing is waited for, so that the reply is in time. */
export const DEADLINE_SHARE = 0.95;

/** The share of the budget until a form for the user closes; the rest is for what the answer confirms. */
export const FORM_SHARE = 0.6;

/** The least time to answer a form; if there is less, it is not shown. */
export const MIN_FORM_MS = 5000;

/** The share of the time until the deadline in which evidence for a draft is read; the rest is for looking issues up and for posting. */
export const EVIDENCE_SHARE = 0.4;

/** The share of the time until the deadline in which new worklogs are sent; the rest is for reconciling. */
export const SENDING_SHARE = 0.7;

/** The share of the time left that one request which reads may take: enough stays to retry. */
export const READ_SHARE = 1 / 4;

/** The least that one such request may take, so that a slow upstream can answer late in a call; never more than half of what is left. */
export const MIN_REQUEST_TIMEOUT_MS = 5000;

/** The most times that a request which is safe to repeat is sent again. Tempo asks for three tries after an error of its own. */
export const MAX_RETRIES = { read: 4, write: 6 };

/** The most times that a response which is not JSON is asked for again: a gateway's page passes soon, a login page never does. */
export const MAX_NON_JSON_RETRIES = 2;

/** The wait before the first retry, which doubles with each one up to the longest. */
export const FIRST_RETRY_DELAY_MS = 500;
export const MAX_RETRY_DELAY_MS = 8000;

/** The most that is added at random to a wait that upstream asks for: many clients may wait for the same moment. */
export const RETRY_JITTER_MS = 250;

/** The least time that is left of a call after a retry's wait: a retry that is cut at once says less than the failure before it. */
export const MIN_TIME_FOR_RETRY_MS = 1000;

/** The time for which Atlassian's API gateway is tried for a token that the site refused, and the most times that a process does so. */
export const GATEWAY_PROBE_MS = 10_000;
export const MAX_GATEWAY_PROBES = 2;

/** The most times that each request of such a try is sent again: most tokens that the site refuses are just wrong. */
export const MAX_GATEWAY_PROBE_RETRIES = 1;

/** The longest time after a worklog was read in which a change of it is sent without another look at it. */
export const FRESH_MS = 1000;

/**
 * The time after which a request that has failed (HTTP 5xx, a connection that broke, a response without its end) takes effect no more.
 */
export const LATEST_COMMIT_MS = 11_000;

/**
 * The same after silence, counted from when it was sent: no answer came, the process ended, or a gateway says that it stopped waiting. Reports
 * of Data Center name up to 200 s for one POST on an issue with many worklogs. A connection is kept for as long.
 */
export const SILENCE_MS = 240_000;

/** The longest wait of a call that is cancelled for the answer of what it has sent, so that it can say what it did. */
export const CANCELLED_WAIT_MS = 2000;

/** The time for which the process tries to record an answer that comes after its call has ended, while others write: a shell may wait for five minutes. */
export const LATE_ANSWER_MS = 310_000;

/** The most that reading the schedule may add to a call after its worklogs are posted. */
export const SCHEDULE_READ_MS = 10_000;

/** The most that looking for hours which were logged through Jira may add to a plan. */
export const LATE_HOURS_READ_MS = 10_000;

/** The most that looking up why Tempo refused a change may add to a call. */
export const STATUS_READ_MS = 10_000;

/** The time for which Tempo may show a timesheet as it was before it was submitted or recalled. */
export const STATUS_LAG_MS = 30_000;

/** The most that reading accounts may add to a call to explain a rejection. */
export const EXPLANATION_READ_MS = 5000;

/** The most that reading one calendar may add to a call; calendars are read at the same time. */
export const CALENDAR_READ_MS = 10_000;

/** The most times that a worklog is sent while Tempo only says that it is busy (409 or 429). */
export const MAX_BUSY_SENDS = 7;

/** The time for which a list may lack a worklog that was stored: meanwhile the worklog is looked up by its id. */
export const LIST_LAG_MS = 60_000;

/**
 * The time for which a list may lack a worklog of unknown id that an earlier call sent, once it can no longer be stored: until then it
 * is not sent again before lists were read for some seconds.
 */
export const UNKNOWN_LIST_LAG_MS = 10_000;

/** The wait before another look at what an earlier call has sent and may still become stored, for what only waits for that. */
export const UNSETTLED_POLL_MS = 2000;

/** The time for which an entry of an earlier call without an outcome may be another worklog of its issue and date that appeared since. */
export const AMBIGUOUS_FOR_MS = 600_000;

/**
 * The difference between Tempo's clock, as its responses say it, and the time of a worklog's creation within which that time says which request
 * has created it.
 */
export const CLOCK_DIFFERENCE_MS = 20_000;

/**
 * One process at a time writes for a user. It confirms its lease every HEARTBEAT, writes nothing if it could not for FENCE, and
 * another process takes over after EXPIRY. The difference is more than LATEST_COMMIT_MS; what is silent for longer, the journal tells.
 */
export const LEASE_HEARTBEAT_MS = 2000;
export const LEASE_FENCE_MS = 12_000;
export const LEASE_EXPIRY_MS = 25_000;

/** The longest wait of a change of the user's rules for the process that is changing them, which takes milliseconds. */
export const RULES_WAIT_MS = 8000;

/** The longest wait of a request until the disk has its intent: a disk that takes longer counts as one that fails. */
export const LONGEST_FLUSH_MS = 15_000;

/**
 * The same for leases in a database, which is asked before each write: it leaves within FENCE after the question, or not at all.
 * Another process takes over once it has seen no heartbeat for EXPIRY. The difference is LATEST_COMMIT_MS again.
 */
export const DATABASE_LEASE_FENCE_MS = 4000;
export const DATABASE_LEASE_EXPIRY_MS = 15_000;

/** The time for which a process tries to release a lease while the database is away, and to add to the journal what became of its requests. */
export const RELEASE_RETRIES_MS = 60_000;

/** The wait before the database is asked again that did not answer. */
export const DATABASE_RETRY_DELAY_MS = 500;

/** The longest wait before another look at a lease that another process has; the first one may come as it is being released. */
export const LEASE_POLL_MS = 250;
export const FIRST_LEASE_POLL_MS = 25;
