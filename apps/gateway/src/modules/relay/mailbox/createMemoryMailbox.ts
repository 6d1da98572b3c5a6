import { createMailboxIndex } from './createMailboxIndex.ts'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import type { MailboxLimits, MailboxStore } from './MailboxStore.ts'

/**
 * Keeps messages in the process: for tests, and as the measure of what storing costs. A restart loses them.
 *
 * @example
 * const mailbox = createMemoryMailbox()
 */
export function createMemoryMailbox({
  limits = defaultMailboxLimits,
  now = Date.now,
}: {
  limits?: MailboxLimits
  now?: () => number
} = {}): MailboxStore {
  const index = createMailboxIndex({ limits })
  return {
    add: async (message) => index.add(message),
    read: async (query) => index.read(query),
    acknowledge: async (receipt) => index.acknowledge(receipt),
    stats: async () => index.stats(now()),
    async close() {},
  }
}
