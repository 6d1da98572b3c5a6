import type { CaipNetworkId } from '@portico/protocol'
import type { Namespaces } from './createNamespaces.ts'
import { rulesOf } from './namespaceRules.ts'
import type { ReadEntry } from './shared/activity/ActivityReader.ts'
import { nativeCoin } from './shared/nativeCoin.ts'
import type { Payment } from './shared/Payment.ts'

/** Transactions of an account that are looked at. */
const maxEntries = 50
const searchMs = 3000

/**
 * Finds a payment to an account on chain, and believes nobody but the network's own upstreams. Looks at the named transaction first, then at
 * the account's latest ones.
 *
 * @param query.since seconds since the epoch; older payments are not looked at
 * @param query.isEnough whether a payment is the one that is looked for
 * @throws {Error} if the network cannot be read.
 */
export async function findPayment({
  namespaces,
  chain,
  account,
  token,
  hash,
  since,
  isEnough,
  deadline,
}: {
  namespaces: Pick<Namespaces, 'get'>
  chain: CaipNetworkId
  account: string
  token: string | undefined
  hash: string | undefined
  since: number
  isEnough: (payment: Payment) => boolean
  deadline: number
}): Promise<Payment | undefined> {
  const namespace = namespaces.get(chain)
  const read = async (hash: string): Promise<Payment | undefined> => {
    const payment = await namespace.readPayment({ chain, hash, account, token, deadline })
    return payment && payment.timestamp >= since && isEnough(payment) ? payment : undefined
  }
  const named = hash === undefined ? undefined : rulesOf(chain).readHash(hash)
  const found = named === undefined ? undefined : await read(named)
  if (found) return found

  // The last one reads the network's own upstreams; others are third parties.
  const provider = namespace.activity.at(-1)?.provider
  if (!provider?.serves(chain)) return undefined
  const until = () => Math.min(deadline, Date.now() + searchMs)
  const { reader } = await provider.open({
    chain,
    account,
    from: undefined,
    limit: maxEntries,
    until,
    deadline,
  })
  for (let count = 0; count < maxEntries; count++) {
    const next = await reader.peek()
    if (next.kind !== 'entry') return undefined
    reader.take()
    const { entry } = next
    if ('written' in entry) {
      if (entry.written.metadata.status === 'pending') continue
      if (entry.timestamp < since) return undefined
      const payment = await read(entry.written.metadata.hash)
      if (payment) return payment
      continue
    }
    if (entry.transaction.timestamp < since) return undefined
    const payment = (await read(entry.transaction.hash)) ?? (token === undefined ? coinsOf(entry) : undefined)
    if (payment && isEnough(payment)) return payment
  }
  return undefined
}

/** Returns the coins that an EVM transaction paid, including those that a contract sent, which are in no receipt. */
function coinsOf({ chain, transaction, described }: ReadEntry): Payment | undefined {
  if (transaction.status !== 1) return undefined
  let amount = 0n
  for (const { asset, direction, amount: moved } of described.movements)
    if (asset.kind === 'native' && direction !== 'self')
      amount += direction === 'in' ? BigInt(moved) : -BigInt(moved)
  const { hash, timestamp } = transaction
  return amount > 0n ? { hash, amount, decimals: nativeCoin(chain).decimals, timestamp } : undefined
}
