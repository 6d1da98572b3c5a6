import { sponsorPaymasterCreation } from '@portico/contracts'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import type { Rpc } from '../chains/createRpc.ts'
import { localSponsor } from '../localSponsor.ts'
import { plantCode } from './plantCode.ts'

const { EntryPoint: entryPoint } = delegatorContracts
const { paymaster, owner, signer } = localSponsor

/**
 * Puts the paymaster at its address, with its deposit at the EntryPoint, without a block: the history of the chains stays as it is.
 *
 * @throws Error if the EntryPoint does not find the deposit where it was written
 */
export async function plantPaymaster(rpc: Rpc): Promise<void> {
  const creation = sponsorPaymasterCreation({ owner, signer, maxCost: parseEther(localSponsor.maxCost) })
  await plantCode({ rpc, name: 'SponsorPaymaster', address: paymaster, creation })

  const deposit = parseEther(localSponsor.deposit)
  // The EntryPoint's first variable maps accounts to their deposits.
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [paymaster, 0n]))
  await rpc('anvil_setStorageAt', [entryPoint, slot, numberToHex(deposit, { size: 32 })])
  await rpc('anvil_setBalance', [entryPoint, numberToHex(deposit)])
  const abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
  const data = encodeFunctionData({ abi, args: [paymaster] })
  const found = await rpc<Hex>('eth_call', [{ to: entryPoint, data }, 'latest'])
  if (BigInt(found) !== deposit) throw new Error(`The EntryPoint has no deposit of ${paymaster}.`)
}
