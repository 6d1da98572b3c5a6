import type { CaipNetworkId } from '@portico/protocol'
import type { KeyValueStorage } from '../config/SIWXContext.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { sessionTokens } from './sessionTokens.ts'

/**
 * Returns the token that `DefaultSIWX` has stored for an account's session at the gateway; undefined if there is none. It is not checked
 * whether the session goes on.
 */
export async function readSessionToken(
  storage: KeyValueStorage,
  { networkId, address }: { networkId: CaipNetworkId; address: string },
): Promise<string | undefined> {
  const isAccount = await matchAccount(networkId, address)
  return sessionTokens(storage).find(isAccount)
}
