import type { TrackEvent } from '@portico/core'
import { useEffect, useState } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

/** What `useAppKitEvents` gives: the newest event. Events reach the application only; nothing is sent to anyone. */
export interface AppKitEvent {
  timestamp: number
  data: TrackEvent
}

export function useAppKitEvents(): AppKitEvent {
  const appKit = useAppKitInstance()
  const [event, setEvent] = useState<AppKitEvent>({
    timestamp: 0,
    data: { type: 'track', event: 'MODAL_CREATED' },
  })
  useEffect(() => appKit.subscribeEvents(setEvent), [appKit])
  return event
}
