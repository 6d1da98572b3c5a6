import type { Account } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'

/** Returns the connected account with an address. @throws {RpcError} 4100 if the wallet does not share the address. */
export function requireAccount({ accounts }: WalletSession, address: unknown): Account {
  const account = accounts.find((candidate) => candidate.address === address)
  if (account) return account
  throw new RpcError({
    rpcCode: rpcErrorCodes.unauthorized,
    message: 'The wallet does not share this address. Connect it first.',
  })
}
