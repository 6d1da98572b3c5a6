import type { Hex } from 'viem'
import { bytesToHex, concatHex, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Rpc } from '../../session/createGatewayAccess.ts'

/** What the OP stack and Scroll charge for the data of a transaction in addition to its gas. */
const oracles = ['0x420000000000000000000000000000000000000F', '0x5300000000000000000000000000000000000002']
const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** Bytes around the calls: of the operation, its signatures, and the transaction. */
const otherBytes = 600

/**
 * Returns about the gas that an operation with this calldata pays for its data, at the price of gas; 0 where nothing is charged, or where
 * the gas contains it. What is not known yet is random, because it is charged by how well it can be compressed.
 */
export async function readDataGas(
  { rpc, chainId }: { rpc: Rpc; chainId: string },
  { callData, price }: { callData: Hex; price: bigint },
): Promise<bigint> {
  const others = bytesToHex(crypto.getRandomValues(new Uint8Array(otherBytes)))
  const data = encodeFunctionData({ abi, args: [concatHex([callData, others])] })
  const fees = await Promise.all(
    oracles.map((to) =>
      rpc(chainId, 'eth_call', [{ to, data }, 'latest']).then(
        (answer) => (/^0x[0-9a-f]{64}$/i.test(`${answer}`) ? BigInt(`${answer}`) : 0n),
        () => 0n,
      ),
    ),
  )
  const fee = fees.reduce((sum, one) => sum + one)
  return price > 0n ? fee / price : 0n
}
