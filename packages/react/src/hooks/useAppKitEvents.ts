import { useEffect, useState } from 'react'
import type { AppKitEvent } from '../AppKitEvent.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'

/**
 * Returns the latest event, such as `MODAL_OPEN` or `CONNECT_SUCCESS`.
 *
 * @example
 * import { useAppKitEvents } from '@portico/react'
 *
 * const { data } = useAppKitEvents()
 */
export function useAppKitEvents(): AppKitEvent {
  const appKit = useAppKitInstance()
  const [event, setEvent] = useState<AppKitEvent>({
    timestamp: 0,
    data: { type: 'track', event: 'MODAL_CREATED' },
    reportedErrors: {},
  })
  useEffect(() => appKit.subscribeEvents(setEvent), [appKit])
  return event
}
