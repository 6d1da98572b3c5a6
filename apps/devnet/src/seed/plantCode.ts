import type { Hex } from 'viem'
import type { Rpc } from '../chains/createRpc.ts'

/**
 * Puts a contract at an address, without a block. Its code is what the creation code returns at that address, so that it knows its
 * own address.
 *
 * @throws Error naming the contract if its creation fails
 */
export async function plantCode({
  rpc,
  name,
  address,
  creation,
}: {
  rpc: Rpc
  name: string
  address: Hex
  creation: Hex
}): Promise<void> {
  await rpc('anvil_setCode', [address, creation])
  const deployed = await rpc<Hex>('eth_call', [{ to: address }, 'latest'])
  if (deployed === '0x') throw new Error(`The code of ${name} could not be created.`)
  await rpc('anvil_setCode', [address, deployed])
}
