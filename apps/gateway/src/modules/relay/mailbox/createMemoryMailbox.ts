import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'
import { createMailboxIndex } from './createMailboxIndex.ts'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import type { MailboxStore } from './MailboxStore.ts'

/**
 * Creates a mailbox in memory, for tests and as the baseline of benchmarks. A restart loses all messages.
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
