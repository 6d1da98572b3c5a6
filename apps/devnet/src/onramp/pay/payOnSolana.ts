import { parseUnits } from 'viem'
import { createRpc } from '../../chains/createRpc.ts'
import type { Order } from '../Order.ts'

/** Pays an order on a local Solana: an airdrop from its faucet. */
export async function payOnSolana({ url, order }: { url: string; order: Order }): Promise<string> {
  const lamports = Number(parseUnits(order.receives, order.asset.decimals))
  return createRpc(url)<string>('requestAirdrop', [order.wallet, lamports])
}
