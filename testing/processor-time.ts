/** How long some work kept this thread's processor busy, in ms: what else runs on the machine does not count. */
export function processorMs(work: () => unknown): number {
  const from = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1_000
}
