import type { Order } from '../Order.ts'

/** URLs of the local nodes by CAIP-2; of Bitcoin the JSON-RPC and the Esplora API. */
export interface PayerUrls {
  rpc: Readonly<Record<string, string>>
  esplora: Readonly<Record<string, string>>
}

/** Pays an order on its network. Resolves with the hash of the transaction, which may not be in a block yet. */
export type PayOrder = (order: Order) => Promise<string>
