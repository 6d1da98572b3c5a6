import type { Account } from '@portico/core'
import type { Bridge } from './Bridge.ts'
import type { WagmiConnection } from './Wagmi.ts'

/** Returns the accounts of a connection of wagmi for the kit, with the types that the wallet reported. */
export function toAccounts(
  { connectors }: Bridge,
  { accounts, connector }: WagmiConnection,
): readonly Account[] {
  const reported = connectors.get(connector.id)?.accounts ?? []
  return accounts.map((address) => ({
    address,
    type: reported.find((account) => account.address.toLowerCase() === address.toLowerCase())?.type ?? 'eoa',
  }))
}
