import type { TrackEvent } from '@portico/core'
import { useEffect, useState } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

/**
 * The latest event. `timestamp` is in milliseconds since the epoch. `reportedErrors` lists failures to send events; it is
 * always empty, because events are not sent to any server.
 */
export interface AppKitEvent {
  timestamp: number
  data: TrackEvent
  reportedErrors: Readonly<Record<string, boolean>>
}

/**
 * Returns the latest event, such as `MODAL_OPEN` or `CONNECT_SUCCESS`.
 *
 * @example
 * const { data } = useAppKitEvents()
 */
export function useAppKitEvents(): AppKitEvent {
  const appKit = useAppKitInstance()
  const [event, setEvent] = useState<AppKitEvent>({
    timestamp: 0,
    data: { type: 'track', event: 'MODAL_CREATED' },
    reportedErrors: {},
  })
  useEffect(() => appKit.subscribeEvents((next) => setEvent({ ...next, reportedErrors: {} })), [appKit])
  return event
}
