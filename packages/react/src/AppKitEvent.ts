import type { TrackEvent } from '@portico/core'

/**
 * An event, such as `MODAL_OPEN`. `timestamp` is in milliseconds since the epoch. `reportedErrors` lists failures to send
 * events; it is always empty, because events are not sent to any server.
 */
export interface AppKitEvent {
  timestamp: number
  data: TrackEvent
  reportedErrors: Readonly<Record<string, boolean>>
}
