import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Transaction } from '@portico/protocol/gateway'
import type { Kit } from '../kit.ts'
import { getRecipients } from './getRecipients.ts'

/**
 * Returns whom an account has itself paid, last first: from this browser, then from the history. Transfers that others' transactions
 * report are left out, and those of unlisted tokens: anybody can have a contract name any recipient.
 */
export function listPaid(
  kit: Kit,
  { namespace: id, networkId, from }: { namespace: NamespaceId; networkId: CaipNetworkId; from: string },
  history: readonly Transaction[],
): string[] {
  const namespace = kit.namespaces.get(id)
  const isSame = namespace?.isSameAddress ?? ((a: string, b: string) => a === b)
  const signed = history.flatMap(({ metadata, calls = [] }) => {
    const isOwn = metadata.isOwn !== false && metadata.status !== 'failed' && isSame(metadata.sentFrom, from)
    if (!isOwn || metadata.chain !== networkId) return []
    return [metadata, ...calls].flatMap(({ isPayment, sentTo }) =>
      isPayment === true && sentTo !== '' ? [sentTo] : [],
    )
  })
  const all = [...getRecipients(kit, { namespace: id, from }), ...signed]
  return all.filter((to, index) => !isSame(to, from) && all.findIndex((other) => isSame(other, to)) === index)
}
