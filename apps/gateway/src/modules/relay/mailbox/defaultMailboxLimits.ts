import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'

const MiB = 1024 * 1024

export const defaultMailboxLimits: MailboxLimits = {
  // Enough for the requests to a wallet that was offline for a week, but too little to store files in a topic.
  topic: { messages: 1000, bytes: 8 * MiB },
  // Many visitors may share an address. Most of their messages have about 1 kB and are acknowledged within a second.
  address: { messages: 5000, bytes: 16 * MiB },
  project: { messages: 50_000, bytes: 256 * MiB },
  total: { messages: 100_000, bytes: 512 * MiB },
  // Longer than a pairing URI is valid, and than a visitor takes to come back from the wallet's app.
  unsubscribedMs: 600_000,
}
