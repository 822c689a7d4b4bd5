/** Whether a worklog under an id still is the one that had it. `unclear`: nothing proves it, and nothing disproves it. */
export type Identity = "same" | "unclear" | "another";

/** Databases round the fraction of a second, or drop it. */
const SAME_MOMENT_MS = 1000;

/**
 * An issue cannot be proof alone, since an id may be given again once Tempo is restored from a backup. A worklog of the same time of
 * creation on another issue was moved there by hand.
 *
 * @param created the times of creation as they were and are, as far as they are known
 * @param isOfIssue whether it is on the same issue
 * @param looksAlike whether it has the content that was known last
 */
export function identityOf(
  created: readonly [known: number | undefined, shown: number | undefined],
  isOfIssue: boolean,
  looksAlike: boolean,
): Identity {
  const isCreatedThen = isSameMoment(...created);
  if (isOfIssue && (isCreatedThen || looksAlike)) return "same";
  const isDisproved = isCreatedThen === false || !(isOfIssue || isCreatedThen || looksAlike);
  return isDisproved ? "another" : "unclear";
}

/** Whether two times of creation are equal; undefined if one of them is not known. */
export function isSameMoment(known: number | undefined, shown: number | undefined): boolean | undefined {
  return known === undefined || shown === undefined ? undefined : Math.abs(known - shown) <= SAME_MOMENT_MS;
}
