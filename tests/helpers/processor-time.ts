/** Measures the processor time of this process while `run` runs, in milliseconds; a busy machine does not change it. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
