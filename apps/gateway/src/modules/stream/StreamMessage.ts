import type { StreamEvent, StreamEventName } from '@portico/protocol/gateway'

/** An event on its way to whoever follows its topic, in all processes. */
export type StreamMessage = {
  [Name in Exclude<StreamEventName, 'snapshot' | 'resync'>]: {
    event: Name
    data: StreamEvent<Name>
    /** What makes it one of a kind: several processes may find it out. */
    key: string
  }
}[Exclude<StreamEventName, 'snapshot' | 'resync'>]

/** Tells all processes, this one too. */
export type Publish = (message: StreamMessage) => Promise<void>
