/** What this process has of a processor while something runs, in milliseconds: a time that a busy machine leaves alone. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
