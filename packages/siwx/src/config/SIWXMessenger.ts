import type { SIWXMessage, SIWXMessageInput } from './SIWXMessage.ts'

/** Creates sign-in messages. */
export interface SIWXMessenger {
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
}
