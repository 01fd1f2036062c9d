/** How long some work kept this thread's processor busy, in ms: what else runs on the machine does not count. */
export function processorMs(work: () => unknown): number {
  const from = process.threadCpuUsage()
  work()
  return inMs(process.threadCpuUsage(from))
}

/** The same of work that waits, by all threads of this process. */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  return inMs(process.cpuUsage(from))
}

const inMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
