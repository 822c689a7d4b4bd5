import { randomBytes } from "node:crypto";

/** The most digits that the number of a lease has. No user takes as many leases, and each number of an entry stays exact. */
export const LEASE_DIGITS = 9;

/** Far more than one call sends. */
const NUMBERS_OF_A_LEASE = 1_000_000;

/** Above those of all leases: with nine digits they end at 10 ** 15. */
const FIRST_WITHOUT_LEASE = 2 ** 52;

/**
 * The first number that the holder of a lease gives to its entries. Each lease has a greater number than the last, so no other
 * process gives the same ones, even if this one could not record them.
 */
export function numbersOfLease(lease: number): number {
  return lease * NUMBERS_OF_A_LEASE + 1;
}

/** The same for a process that writes although it could take no lease, or one whose number is not the greatest. */
export function numbersWithoutLease(): number {
  return FIRST_WITHOUT_LEASE + 8 * randomBytes(6).readUIntBE(0, 6);
}

export function isOfLease(entry: number): boolean {
  return entry < FIRST_WITHOUT_LEASE;
}
