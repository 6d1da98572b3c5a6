import type { HubWorker } from './createHub.ts'
import { PeerError } from './PeerError.ts'

/** A worker, as duties see it. */
export type DutyWorker = Pick<HubWorker, 'call'>

/** Decides which worker does what only one may do; see `createDuties`. */
export type Duties = {
  /** A worker is ready to do a duty. */
  offer(worker: DutyWorker, duty: string): void
  /** A worker is to do a duty no longer. Resolves once it has stopped. */
  leave(worker: DutyWorker, duty: string): Promise<void>
  /** Calls the worker that does a duty. Waits while no worker does it. */
  call(duty: string, data: unknown): Promise<unknown>
  /** A worker has ended. */
  remove(worker: DutyWorker): void
  /** All workers are about to leave: duties no longer move, and end with the last worker. */
  close(): void
}

type Call = {
  data: unknown
  isSent: boolean
  resolve(value: unknown): void
  reject(error: Error): void
}
type Duty = {
  name: string
  /** Those who have offered to do it, in this order. */
  candidates: DutyWorker[]
  owner: DutyWorker | undefined
  state: 'idle' | 'starting' | 'running' | 'stopping'
  /** Calls without an answer, in the order in which they were made. */
  calls: Set<Call>
  /** Called when the owner, which leaves, has stopped. */
  onLeft: (() => void) | undefined
}

const retryMs = 1000

/**
 * Gives each duty to one of the workers that offer it, and to another one when that one leaves or ends. Calls that a worker has
 * not answered when it ends are repeated at the next one, in the same order; so they must have the same effect twice as once.
 */
export function createDuties(): Duties {
  const duties = new Map<string, Duty>()
  let isClosing = false

  function dutyOf(name: string): Duty {
    const duty: Duty = duties.get(name) ?? {
      name,
      candidates: [],
      owner: undefined,
      state: 'idle',
      calls: new Set(),
      onLeft: undefined,
    }
    duties.set(name, duty)
    return duty
  }

  function elect(duty: Duty): void {
    const [owner] = duty.candidates
    if (duty.state !== 'idle' || !owner) return
    duty.owner = owner
    duty.state = 'starting'
    owner.call('duties.start', duty.name).then(
      () => {
        if (duty.owner !== owner) return
        duty.state = 'running'
        dispatch(duty)
        stopIfLeft(duty)
      },
      (error: Error) => {
        // `remove` follows if the worker has ended.
        if (duty.owner !== owner || (error instanceof PeerError && error.isEnded)) return
        for (const { reject } of duty.calls) reject(error)
        duty.calls.clear()
        duty.candidates = [...duty.candidates.filter((worker) => worker !== owner), owner]
        setOwnerless(duty)
        setTimeout(() => elect(duty), retryMs).unref()
      },
    )
  }

  function setOwnerless(duty: Duty): void {
    duty.owner = undefined
    duty.state = 'idle'
    for (const call of duty.calls) call.isSent = false
    duty.onLeft?.()
    duty.onLeft = undefined
  }

  /** Whether the owner gets no more calls, because another worker will. */
  const isLeaving = (duty: Duty): boolean =>
    duty.onLeft !== undefined && !(isClosing && duty.candidates.some((worker) => worker !== duty.owner))

  function dispatch(duty: Duty): void {
    const { owner } = duty
    if (!owner || duty.state !== 'running' || isLeaving(duty)) return
    for (const call of duty.calls) {
      if (call.isSent) continue
      call.isSent = true
      const settle = (answer: () => void) => {
        if (!duty.calls.delete(call)) return
        answer()
        stopIfLeft(duty)
      }
      owner.call('duties.run', { duty: duty.name, data: call.data }).then(
        (value) => settle(() => call.resolve(value)),
        (error: Error) => {
          // Otherwise the next worker is called.
          if (!(error instanceof PeerError && error.isEnded)) settle(() => call.reject(error))
        },
      )
    }
  }

  /** Ends the duty of an owner that leaves, once it has answered everything. */
  function stopIfLeft(duty: Duty): void {
    const { owner } = duty
    if (!owner || duty.state !== 'running' || !isLeaving(duty)) return
    if ([...duty.calls].some(({ isSent }) => isSent)) return
    duty.state = 'stopping'
    const moveOn = () => {
      if (duty.owner !== owner) return
      duty.candidates = duty.candidates.filter((worker) => worker !== owner)
      setOwnerless(duty)
      elect(duty)
    }
    // A worker that cannot stop properly will not answer any more either.
    owner.call('duties.stop', duty.name).then(moveOn, moveOn)
  }

  return {
    offer(worker, name) {
      const duty = dutyOf(name)
      duty.candidates.push(worker)
      elect(duty)
    },
    leave(worker, name) {
      const duty = dutyOf(name)
      if (duty.owner !== worker) {
        duty.candidates = duty.candidates.filter((each) => each !== worker)
        stopIfLeft(duty)
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        duty.onLeft = resolve
        stopIfLeft(duty)
      })
    },
    call(name, data) {
      const duty = dutyOf(name)
      return new Promise((resolve, reject) => {
        duty.calls.add({ data, isSent: false, resolve, reject })
        dispatch(duty)
      })
    },
    remove(worker) {
      for (const duty of duties.values()) {
        duty.candidates = duty.candidates.filter((each) => each !== worker)
        if (duty.owner === worker) {
          setOwnerless(duty)
          elect(duty)
        } else stopIfLeft(duty)
      }
    },
    close() {
      isClosing = true
    },
  }
}
