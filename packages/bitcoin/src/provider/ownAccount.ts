import type { Account } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'

/** The connected account with an address. @throws {RpcError} 4100 if the wallet does not share it. */
export function ownAccount({ accounts }: WalletSession, address: unknown): Account {
  const account = accounts.find((one) => one.address === address)
  if (account) return account
  throw new RpcError({
    rpcCode: rpcErrorCodes.unauthorized,
    message: 'The wallet does not share this address. Connect it first.',
  })
}

/** @throws {RpcError} −32602 always. */
export function invalidParams(message: string): never {
  throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message })
}

/** @throws {RpcError} −32603 always, about what a wallet answered. */
export function badAnswer(message: string): never {
  throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message })
}
