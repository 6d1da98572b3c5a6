import type { MailboxBudget, RelayConfig } from '../../infra/config/RelayConfig.ts'
import { defaultMailboxLimits } from '../../modules/relay/mailbox/defaultMailboxLimits.ts'

const MiB = 1024 * 1024

/** Reads the variables of the relay. Adds invalid values to `problems`. */
export function readRelay({
  get,
  integer,
  publicUrls,
  problems,
}: {
  get: (name: string) => string | undefined
  integer: (name: string, fallback: number, maximum: number) => number
  publicUrls: readonly string[]
  problems: string[]
}): RelayConfig {
  const further = (get('RELAY_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean)
  const invalid = further.find((host) => !isHost(host))
  if (invalid !== undefined)
    problems.push(`RELAY_HOSTS must be host names such as relay.example; one is "${invalid.slice(0, 80)}".`)

  // 0 = no limit.
  const budget = (name: string, { messages, bytes }: MailboxBudget): MailboxBudget => ({
    messages: integer(`RELAY_${name}_MESSAGES`, messages, 1e9) || Number.MAX_SAFE_INTEGER,
    bytes: integer(`RELAY_${name}_MB`, bytes / MiB, 1e6) * MiB || Number.MAX_SAFE_INTEGER,
  })
  const { topic, address, project, total, unsubscribedMs } = defaultMailboxLimits
  return {
    hosts: [...publicUrls, ...further.filter(isHost).map((host) => `wss://${host}`)].map(
      (url) => new URL(url).host,
    ),
    mailbox: {
      topic,
      address: budget('ADDRESS', address),
      project: budget('PROJECT', project),
      total: budget('TOTAL', total),
      unsubscribedMs: integer('RELAY_UNSUBSCRIBED_SECONDS', unsubscribedMs / 1000, 2_592_000) * 1000,
    },
  }
}

/** Whether a text is a host with or without a port, and nothing else of a URL. */
function isHost(text: string): boolean {
  return /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(text) && URL.canParse(`wss://${text}`)
}
