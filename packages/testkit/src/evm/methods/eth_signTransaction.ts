import type { Method } from './method.ts'
import { readTransaction, type TransactionDraft } from './readTransaction.ts'
import { signTransaction } from './signTransaction.ts'

/** Completes and signs a transaction without sending it. Returns the raw transaction. */
export const eth_signTransaction: Method<TransactionDraft> = {
  connected: true,
  parse: (wallet, params) => readTransaction(wallet, params, 'eth_signTransaction'),
  consent: true,
  run: (wallet, draft) => wallet.inTurn(() => signTransaction(wallet, draft)),
}
