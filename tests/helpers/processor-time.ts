/** The most runs of one measurement. */
const RUNS = 10;

/**
 * Measures the processor time of `run`, in milliseconds. It runs again while it takes `limit` or more, and the least counts: Node
 * counts the threads of its compiler and its collector too, so the rest of a test process can add to a run, but not to each.
 */
export function processorTime(limit: number, run: () => void): number {
  const ofOne = () => {
    const before = process.cpuUsage();
    run();
    return processorTimeSince(before);
  };
  let least = ofOne();
  for (let count = 1; count < RUNS && least >= limit; count += 1) least = Math.min(least, ofOne());
  return least;
}

/** The least of some measurements in milliseconds, which are made while each is `limit` or more. */
export async function leastTime(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = await measure();
  for (let count = 1; count < RUNS && least >= limit; count += 1) least = Math.min(least, await measure());
  return least;
}

/** The processor time of this process after `before`, in milliseconds. */
export function processorTimeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The most processor time between two looks of a timer while `work` runs, in milliseconds. */
export async function longestSilence(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.cpuUsage();
  const look = () => {
    longest = Math.max(longest, processorTimeSince(last));
    last = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}
