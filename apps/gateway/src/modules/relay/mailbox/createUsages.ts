import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'
import type { MailboxScope, NewMessage } from './MailboxStore.ts'

/** What is stored for one address or project, or in total. */
export type Usage<Entry> = {
  readonly scope: Exclude<MailboxScope, 'topic'>
  /** The address or project; '' for the total. */
  readonly sender: string
  messages: number
  bytes: number
  /** Entries that a client has acknowledged, in the order of their first acknowledgement. */
  readonly acknowledged: Set<Entry>
}

/** The usage of the budgets that span topics; see `createUsages`. */
export type Usages<Entry> = {
  /** Returns the usages that a message of this sender counts towards, the narrowest first. */
  of(sender: Pick<NewMessage, 'address' | 'project'>): readonly Usage<Entry>[]
  add(entry: Entry): void
  remove(entry: Entry): void
  acknowledge(entry: Entry): void
  /** Whether a message with this number of bytes fits in. */
  fits(usage: Usage<Entry>, bytes: number): boolean
}

/** Counts what is stored for each address, for each project and in total. Senders without messages take no memory. */
export function createUsages<Entry extends { bytes: number; usages: readonly Usage<Entry>[] }>({
  limits,
}: {
  limits: MailboxLimits
}): Usages<Entry> {
  const usages = {
    address: new Map<string, Usage<Entry>>(),
    project: new Map<string, Usage<Entry>>(),
    total: new Map<string, Usage<Entry>>(),
  }

  function find(scope: Usage<Entry>['scope'], sender: string): Usage<Entry> {
    return usages[scope].get(sender) ?? { scope, sender, messages: 0, bytes: 0, acknowledged: new Set() }
  }

  return {
    of: ({ address, project }) => [find('address', address), find('project', project), find('total', '')],
    add(entry) {
      for (const usage of entry.usages) {
        if (usage.messages === 0) usages[usage.scope].set(usage.sender, usage)
        usage.messages += 1
        usage.bytes += entry.bytes
      }
    },
    remove(entry) {
      for (const usage of entry.usages) {
        usage.messages -= 1
        usage.bytes -= entry.bytes
        usage.acknowledged.delete(entry)
        if (usage.messages === 0) usages[usage.scope].delete(usage.sender)
      }
    },
    acknowledge(entry) {
      for (const { acknowledged } of entry.usages) acknowledged.add(entry)
    },
    fits({ scope, messages, bytes }, added) {
      const limit = limits[scope]
      return messages < limit.messages && bytes + added <= limit.bytes
    },
  }
}
