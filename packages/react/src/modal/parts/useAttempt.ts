import { isUserRejection } from '@portico/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useScope } from '../../kit/KitContext.ts'
import { forgetAttempt, getAttempt, startAttempt } from '../attempts.ts'

/** After this time the view suggests what else to try. */
const slowAfterMs = 8_000

/** State of a request to a wallet. `idle`: the request was superseded by a newer one. */
export type AttemptState =
  | { status: 'idle' | 'waiting' | 'slow' | 'rejected' | 'done' }
  | { status: 'failed'; error: unknown }

/** Follows the attempt `key`, and starts it with `run` if there is none. `retry` starts it again. */
export function useAttempt({
  key,
  run,
  onDone,
}: {
  key: string
  run: () => Promise<unknown>
  onDone?: (() => void) | undefined
}): { state: AttemptState; retry: () => void } {
  const { kit } = useScope()
  const [state, setState] = useState<AttemptState>({ status: 'waiting' })
  const [count, setCount] = useState(0)
  const latest = useRef({ run, onDone })
  latest.current = { run, onDone }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count starts another attempt
  useEffect(() => {
    let isShown = true
    const attempt = getAttempt(kit, key) ?? startAttempt(kit, key, latest.current.run)
    setState({ status: 'waiting' })
    const timer = setTimeout(() => setState({ status: 'slow' }), slowAfterMs)
    const settle = (next: AttemptState) => {
      clearTimeout(timer)
      if (!isShown) return
      setState(next)
      if (next.status === 'done') latest.current.onDone?.()
    }
    attempt.then(
      () => settle({ status: 'done' }),
      (error: unknown) => settle(toState(error)),
    )
    return () => {
      isShown = false
      clearTimeout(timer)
      if (getAttempt(kit, key) === attempt) forgetAttempt(kit, key)
    }
  }, [kit, key, count])
  const retry = useCallback(() => {
    forgetAttempt(kit, key)
    setCount((n) => n + 1)
  }, [kit, key])
  return { state, retry }
}

function toState(error: unknown): AttemptState {
  if (isUserRejection(error)) return { status: 'rejected' }
  const code = (error as { code?: unknown } | null)?.code
  // Superseded by a newer attempt: neither failed nor pending.
  return code === 'connection-abandoned' ? { status: 'idle' } : { status: 'failed', error }
}
