import type { StreamEvent, StreamEventName } from '@portico/protocol/gateway'

/** An event, as it is published to the subscribers of its topic in all processes. */
export type StreamMessage = {
  [Name in Exclude<StreamEventName, 'snapshot' | 'resync'>]: {
    event: Name
    data: StreamEvent<Name>
    /** Deduplication key: several processes may detect the same event. */
    key: string
  }
}[Exclude<StreamEventName, 'snapshot' | 'resync'>]

/** Publishes an event to all processes, including this one. */
export type Publish = (message: StreamMessage) => Promise<void>
