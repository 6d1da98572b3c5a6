import type { MailboxScope } from './mailbox/MailboxStore.ts'

/** Events that the relay counts. Never labelled by topic or client: both are secret, and their number is unbounded. */
export type RelayMetrics = {
  onPublish(outcome: 'stored' | 'repeated'): void
  /** Called when a message is refused because a budget of the mailbox, or the project's rate, is used up. */
  onRefuse(limit: MailboxScope | 'rate'): void
  onPush(): void
  onReceipt(): void
  onClose(code: number): void
}
