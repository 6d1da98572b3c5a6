import type { SIWXMessage, SIWXMessageInput } from './SIWXMessage.ts'

/** Writes sign-in messages. */
export interface SIWXMessenger {
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
}
