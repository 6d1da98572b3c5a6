import { randomUUID } from 'node:crypto'

/** A mail as the mailbox hands it out. `receivedAt` is ISO 8601. */
export interface MailMessage {
  id: string
  /** Whom it was delivered to; several are joined by a comma. */
  to: string
  from: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

/** What has arrived, newest first. */
export interface Messages {
  add(message: Omit<MailMessage, 'id' | 'receivedAt'>): void
  /** All of them, or those to one address, whatever its case. */
  list(to?: string | undefined): MailMessage[]
  clear(): void
}

const most = 200

/** Keeps mails in memory, the last two hundred. */
export function createMessages({ now = Date.now }: { now?: () => number } = {}): Messages {
  let messages: MailMessage[] = []
  return {
    add(message) {
      const received = { id: randomUUID(), ...message, receivedAt: new Date(now()).toISOString() }
      messages = [received, ...messages].slice(0, most)
    },
    list(to) {
      const wanted = to?.trim().toLowerCase()
      if (wanted === undefined) return [...messages]
      return messages.filter((message) => message.to.toLowerCase().split(', ').includes(wanted))
    },
    clear() {
      messages = []
    },
  }
}
