import { type StreamEvent, streamEvents, type TokenBalance } from '@portico/protocol/gateway'
import type { QueryClient } from '@tanstack/query-core'
import * as z from 'zod/mini'
import { accountKey } from './accountKey.ts'

/** The stream events that concern accounts. */
export const streamEventNames = [
  'snapshot',
  'balance.changed',
  'transfer.confirmed',
  'transfer.reverted',
  'activity.extended',
  'reorg',
  'resync',
] as const

/** Balances read at most this long before the subscription (ms) are not read again. */
const freshMs = 5000

/**
 * Applies an event of the gateway's stream to the queries of an account: sets a balance that is already listed, and
 * refetches everything else.
 *
 * @param accounts The followed accounts as written in their query keys, by `accountKey`.
 * @param refetchAll Called when the event may concern every account.
 */
export function applyStreamEvent(
  client: QueryClient,
  accounts: ReadonlyMap<string, string>,
  name: string,
  data: unknown,
  refetchAll: () => void,
): void {
  const schema = streamEventNames.includes(name as 'resync') ? streamEvents[name as 'resync'] : undefined
  const event = schema && z.safeParse(schema as z.ZodMiniType<StreamEvent>, data)
  // Not an event that this version supports; the gateway may be newer than this page.
  if (!event?.success) return
  if (!('topic' in event.data)) {
    refetchAll()
    return
  }
  const account = accounts.get(event.data.topic.slice(event.data.topic.indexOf(':') + 1))
  if (!account) return
  const state = client.getQueryState(['portfolio', account])
  const invalidate = (list: string) => {
    void client.invalidateQueries({ queryKey: [list, account] })
  }
  if (name === 'snapshot') {
    // The stream reports changes from now on. Cached balances may lack earlier ones.
    if (event.data.topic.startsWith('balances:') && Date.now() - (state?.dataUpdatedAt ?? 0) > freshMs)
      invalidate('portfolio')
  } else if (name === 'balance.changed') {
    const change = event.data as StreamEvent<'balance.changed'>
    if (/\/(erc721|erc1155|nft):/.test(change.asset)) invalidate('nfts')
    // A response in flight may be older than the change.
    else if (state?.fetchStatus === 'fetching' || !setBalance(client, account, change))
      invalidate('portfolio')
  } else if (name === 'reorg') refetchAll()
  else invalidate('activity')
}

/** Returns false if the asset is not listed yet: it needs a name and a price, which only a refetch provides. */
function setBalance(
  client: QueryClient,
  account: string,
  { asset, quantity }: StreamEvent<'balance.changed'>,
): boolean {
  // CAIP-19: the native coin is `slip44`; any other asset is identified by its contract or mint.
  const token = /\/(?!slip44:)[-\w]+:(.+)$/.exec(asset)?.[1]
  const isChanged = ({ address }: TokenBalance) =>
    token === undefined
      ? address === undefined
      : address !== undefined && accountKey(address).endsWith(`:${accountKey(token)}`)
  const key = ['portfolio', account]
  const balances = client.getQueryData<readonly TokenBalance[]>(key)
  if (!balances?.some(isChanged)) return false
  client.setQueryData(
    key,
    balances.map((balance) =>
      isChanged(balance)
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
