import type { HubClient } from './connectHub.ts'

/** What a worker does while it has a duty. */
export type DutyTask = {
  /** Answers a call of any worker. */
  run(data: unknown): Promise<unknown>
  /** Finishes; resolves once another worker may begin. */
  stop(): Promise<void>
}

/** A duty that a worker has offered to do. */
export type OfferedDuty = {
  /** Calls the worker that does the duty. */
  call(data: unknown): Promise<unknown>
  /** Does the duty no longer; resolves once it has stopped here. Calls still reach the worker that does it then. */
  leave(): Promise<void>
}

/** Duties of the workers of one supervisor: each is done by one of them, and by another one when that one ends. */
export type HubDuties = {
  /**
   * Offers to do a duty.
   *
   * @param start called when this worker is to do it, again if it has stopped meanwhile.
   */
  offer(duty: string, start: () => Promise<DutyTask>): OfferedDuty
}

/** Creates the duties of a worker. */
export function createHubDuties({ hub }: { hub: HubClient }): HubDuties {
  const starts = new Map<string, () => Promise<DutyTask>>()
  const tasks = new Map<string, DutyTask>()
  const taskOf = (duty: string) => {
    const task = tasks.get(duty)
    if (!task) throw new Error(`This worker does not do "${duty}".`)
    return task
  }

  hub.serve('duties.start', async (duty) => {
    const task = await starts.get(duty)?.()
    if (task) tasks.set(duty, task)
  })
  hub.serve('duties.run', ({ duty, data }) => taskOf(duty).run(data))
  hub.serve('duties.stop', async (duty) => {
    const task = taskOf(duty)
    tasks.delete(duty)
    await task.stop()
  })

  return {
    offer(duty, start) {
      starts.set(duty, start)
      hub.tell('duties.offer', duty)
      let waiting = 0
      return {
        async call(data) {
          // Not before calls that were made elsewhere: calls take effect in order.
          const task = waiting === 0 ? tasks.get(duty) : undefined
          if (task) return task.run(data)
          waiting++
          try {
            return await hub.call('duties.call', { duty, data })
          } finally {
            waiting--
          }
        },
        leave: () => hub.call('duties.leave', duty),
      }
    },
  }
}
