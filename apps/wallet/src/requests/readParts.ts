import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { changesOnly } from './changesOnly.ts'
import { decodeCall } from './decodeCall.ts'
import { listEffects } from './listEffects.ts'
import { readRevocation } from './permissions/readRevocation.ts'
import { readBatch } from './readBatch.ts'
import { readSwapEffects } from './readSwapEffects.ts'
import type { TransactionPart } from './TransactionPart.ts'

/**
 * Reads the calls of a transaction from its bytes alone: those of a batch, which the account makes itself, or the transaction as the only
 * one. None if it only changes the account's code, or revokes permissions.
 */
export function readParts({
  transaction,
  address,
  chainId,
  kindOf,
}: {
  transaction: Pick<BuiltTransaction, 'to' | 'value' | 'data' | 'change'>
  address: Hex
  chainId: string
  kindOf: Parameters<typeof listEffects>[0]['kindOf']
}): TransactionPart[] {
  if (changesOnly(transaction) || readRevocation(transaction, address)) return []
  return (readBatch(transaction, address) ?? [transaction]).map(({ to, value, data }) => {
    const call = to && data !== '0x' ? decodeCall(data) : undefined
    const swap = readSwapEffects({ transaction: { to, value, data }, address, chainId, kindOf })
    const effects = swap ?? listEffects({ transaction: { to, value }, call, address, kindOf })
    return { to, value, data, call, isSwap: swap !== undefined, effects }
  })
}
