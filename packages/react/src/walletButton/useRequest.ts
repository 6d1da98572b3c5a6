import { useCallback, useRef, useState } from 'react'

export interface RequestCallbacks<T> {
  onSuccess?: ((data: T) => void) | undefined
  onError?: ((error: Error) => void) | undefined
}

/** The state of the latest request. */
export interface RequestState<T> {
  /** The result of the latest request, if it succeeded. */
  data: T | undefined
  error: Error | undefined
  isPending: boolean
  isSuccess: boolean
  isError: boolean
}

type Status<T> = { name: 'idle' | 'pending' } | { name: 'success'; data: T } | { name: 'error'; error: Error }

/**
 * Returns a function that makes a request, and the state of the latest one. A newer request supersedes an older one,
 * whose result no longer changes the state and calls no callback.
 */
export function useRequest<T>(callbacks: RequestCallbacks<T>): {
  state: RequestState<T>
  run(request: () => Promise<T>): Promise<void>
} {
  const [status, setStatus] = useState<Status<T>>({ name: 'idle' })
  const latest = useRef(callbacks)
  latest.current = callbacks
  const count = useRef(0)
  const run = useCallback(async (request: () => Promise<T>) => {
    const number = ++count.current
    const isLatest = () => number === count.current
    setStatus({ name: 'pending' })
    try {
      const data = await request()
      if (!isLatest()) return
      setStatus({ name: 'success', data })
      latest.current.onSuccess?.(data)
    } catch (reason) {
      const error = toError(reason)
      if (isLatest()) {
        setStatus({ name: 'error', error })
        latest.current.onError?.(error)
      }
      throw error
    }
  }, [])
  return {
    state: {
      data: status.name === 'success' ? status.data : undefined,
      error: status.name === 'error' ? status.error : undefined,
      isPending: status.name === 'pending',
      isSuccess: status.name === 'success',
      isError: status.name === 'error',
    },
    run,
  }
}

/** Some wallets throw plain objects. */
function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request failed.', { cause: reason })
}
