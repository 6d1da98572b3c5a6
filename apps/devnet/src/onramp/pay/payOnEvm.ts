import { encodeFunctionData, parseAbi, parseUnits, toHex } from 'viem'
import { createRpc } from '../../chains/createRpc.ts'
import type { Order } from '../Order.ts'

/** Account 8 of the mnemonic, the faucet, which the local node signs for. */
const faucet = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const abi = parseAbi(['function mint(address to, uint256 amount)'])

/** Pays an order on a local EVM chain: coins from the faucet; tokens are minted by it, as anybody may. */
export async function payOnEvm({ url, order }: { url: string; order: Order }): Promise<string> {
  const { asset, receives, wallet } = order
  const amount = parseUnits(receives, asset.decimals)
  const call =
    asset.token === null
      ? { to: wallet, value: toHex(amount) }
      : { to: asset.token, data: encodeFunctionData({ abi, args: [wallet as `0x${string}`, amount] }) }
  return createRpc(url)<string>('eth_sendTransaction', [{ from: faucet, ...call }])
}
