import type { Method } from './method.ts'
import { readTransaction, type TransactionDraft } from './readTransaction.ts'
import { signTransaction } from './signTransaction.ts'

/** Completes, signs and sends a transaction. Returns its hash. */
export const eth_sendTransaction: Method<TransactionDraft> = {
  connected: true,
  parse: (wallet, params) => readTransaction(wallet, params, 'eth_sendTransaction'),
  consent: true,
  run: (wallet, draft) =>
    wallet.inTurn(async () => {
      const raw = await signTransaction(wallet, draft)
      return wallet.node({ chainId: draft.chainId, method: 'eth_sendRawTransaction', params: [raw] })
    }),
}
