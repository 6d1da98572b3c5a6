import { randomUUID } from 'node:crypto'

/** A received mail. `receivedAt` is ISO 8601. */
export interface MailMessage {
  id: string
  /** Recipients, separated by commas. */
  to: string
  from: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

/** The received mails, newest first. */
export interface Messages {
  add(message: Omit<MailMessage, 'id' | 'receivedAt'>): void
  /** Returns all mails, or those to one address (case-insensitive). */
  list(to?: string | undefined): MailMessage[]
  clear(): void
}

const maxMessages = 200

/** Creates a store of the last two hundred mails in memory. */
export function createMessages({ now = Date.now }: { now?: () => number } = {}): Messages {
  let messages: MailMessage[] = []
  return {
    add(message) {
      const received = { id: randomUUID(), ...message, receivedAt: new Date(now()).toISOString() }
      messages = [received, ...messages].slice(0, maxMessages)
    },
    list(to) {
      const recipient = to?.trim().toLowerCase()
      if (recipient === undefined) return [...messages]
      return messages.filter((message) => message.to.toLowerCase().split(', ').includes(recipient))
    },
    clear() {
      messages = []
    },
  }
}
