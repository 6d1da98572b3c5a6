import { type StreamEvent, streamEvents, type TokenBalance } from '@portico/protocol/gateway'
import type { QueryClient } from '@tanstack/query-core'
import * as z from 'zod/mini'
import { accountKey } from './accountKey.ts'

/** The events that change what is shown of an account. */
export const streamEventNames = [
  'snapshot',
  'balance.changed',
  'transfer.confirmed',
  'transfer.reverted',
  'reorg',
  'resync',
] as const

const freshMs = 5000

/**
 * Brings the queries of an account up to date: a balance that is shown gets its new amount, anything else is read again.
 *
 * @param accounts the accounts that are followed as their query keys write them, by `accountKey`.
 */
export function applyStreamEvent(
  client: QueryClient,
  accounts: ReadonlyMap<string, string>,
  name: string,
  data: unknown,
  readAgain: () => void,
): void {
  const schema = streamEventNames.includes(name as 'resync') ? streamEvents[name as 'resync'] : undefined
  const event = schema && z.safeParse(schema as z.ZodMiniType<StreamEvent>, data)
  // Of a gateway that is newer than this page, perhaps.
  if (!event?.success) return
  if (!('topic' in event.data)) {
    readAgain()
    return
  }
  const account = accounts.get(event.data.topic.slice(event.data.topic.indexOf(':') + 1))
  if (!account) return
  const state = client.getQueryState(['portfolio', account])
  const invalidate = (list: string) => {
    void client.invalidateQueries({ queryKey: [list, account] })
  }
  if (name === 'snapshot') {
    // Changes are told from now on; what was kept from an earlier visit may lack some before.
    if (event.data.topic.startsWith('balances:') && Date.now() - (state?.dataUpdatedAt ?? 0) > freshMs)
      invalidate('portfolio')
  } else if (name === 'balance.changed') {
    const change = event.data as StreamEvent<'balance.changed'>
    if (/\/(erc721|erc1155|nft):/.test(change.asset)) invalidate('nfts')
    // An answer that is under way may be older than the change.
    else if (state?.fetchStatus === 'fetching' || !setBalance(client, account, change))
      invalidate('portfolio')
  } else if (name === 'reorg') readAgain()
  else invalidate('activity')
}

/** False where the asset is not in the list: it needs a name and a price. */
function setBalance(
  client: QueryClient,
  account: string,
  { asset, quantity }: StreamEvent<'balance.changed'>,
): boolean {
  // CAIP-19: a network's own coin is `slip44`, everything else is named by its contract or mint.
  const token = /\/(?!slip44:)[-\w]+:(.+)$/.exec(asset)?.[1]
  const isMeant = ({ address }: TokenBalance) =>
    token === undefined
      ? address === undefined
      : address !== undefined && accountKey(address).endsWith(`:${accountKey(token)}`)
  const key = ['portfolio', account]
  const balances = client.getQueryData<readonly TokenBalance[]>(key)
  if (!balances?.some(isMeant)) return false
  client.setQueryData(
    key,
    balances.map((balance) =>
      isMeant(balance)
        ? {
            ...balance,
            quantity,
            ...(balance.value === undefined ? {} : { value: Number(quantity.numeric) * balance.price }),
          }
        : balance,
    ),
  )
  return true
}
