import type { Kit } from '@portico/core'
import { useEffect, useState } from 'react'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import type { Observed } from './observe.ts'

/** The latest result of a query. */
export interface ObservedState<T> {
  data: T | undefined
  error: Error | undefined
  isLoading: boolean
}

const none = { data: undefined, error: undefined }

/**
 * Observes a query, whose code is loaded when the component is mounted.
 *
 * @param key what is observed; undefined to observe nothing
 * @param observe starts observing, and returns the function that ends it
 */
export function useObserved<T>(
  key: string | undefined,
  observe: (kit: Kit, callback: (observed: Observed<T>) => void) => Promise<() => void>,
): ObservedState<T> {
  const { kit } = useAppKitInstance().scope
  const [state, setState] = useState<ObservedState<T> & { key: string | undefined }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is observed
  useEffect(() => {
    if (key === undefined) return
    let stop = () => {}
    let isStopped = false
    const show = ({ data, error }: Observed<T>) => {
      if (!isStopped) setState({ key, data, error, isLoading: false })
    }
    observe(kit, show).then(
      (end) => {
        stop = end
        if (isStopped) end()
      },
      (error: Error) => show({ data: undefined, error }),
    )
    return () => {
      isStopped = true
      stop()
    }
  }, [kit, key])
  // What belongs to another key is not shown.
  return state?.key === key && state ? state : { ...none, isLoading: key !== undefined }
}
