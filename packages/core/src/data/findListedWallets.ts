import type { Wallet, WalletsResponse } from '@portico/protocol/gateway'
import type { Kit } from '../kit.ts'
import { getQueryClient } from './getQueryClient.ts'
import { walletsQuery } from './walletsQuery.ts'

/**
 * Returns the wallets of the gateway's list that have one of these reverse domain names, or names.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function findListedWallets(
  kit: Kit,
  key: 'rdns' | 'names',
  values: readonly string[],
): Promise<Wallet[]> {
  if (values.length === 0) return []
  const query = walletsQuery(kit, { [key]: [...new Set(values)].sort(), entries: 100 })
  const { pages } = await getQueryClient(kit).fetchInfiniteQuery(
    query as Parameters<ReturnType<typeof getQueryClient>['fetchInfiniteQuery']>[0],
  )
  return (pages as WalletsResponse[]).flatMap(({ data }) => data)
}

/**
 * Returns the wallet of the gateway's list with this name. Upper and lower case are the same.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function findWalletByName(kit: Kit, name: string): Promise<Wallet | undefined> {
  const wallets = await findListedWallets(kit, 'names', isListable(name) ? [name] : [])
  return wallets.find((wallet) => normaliseName(wallet.name) === normaliseName(name))
}

/** Whether the gateway accepts the name: names are separated by commas. */
export function isListable(name: string): boolean {
  return name.trim() !== '' && name.length <= 64 && !name.includes(',')
}

export function normaliseName(name: string): string {
  return name.trim().toLowerCase()
}
