import type { Rehearsal, RehearsedStep } from './Rehearsal.ts'
import { toRehearsalRequests } from './toRehearsalRequests.ts'

/**
 * Tries transactions at a node. Returns what each one did, or undefined if the node cannot tell: then nothing is known, and a
 * transaction that a third party has written must not be offered.
 *
 * @param request sends a request to the node
 * @throws what `request` throws for the last way to try
 */
export async function rehearse({
  request,
  ...rehearsal
}: Rehearsal & {
  request: (request: { method: string; params: readonly unknown[] }) => Promise<unknown>
}): Promise<RehearsedStep[] | undefined> {
  const [simulation, call] = toRehearsalRequests(rehearsal)
  if (!simulation || !call) return undefined
  try {
    const steps = simulation.read(await request({ method: simulation.method, params: simulation.params }))
    if (steps) return steps
  } catch {
    // Many nodes do not have the method. What else is wrong will show at the second way.
  }
  return call.read(await request({ method: call.method, params: call.params }))
}
