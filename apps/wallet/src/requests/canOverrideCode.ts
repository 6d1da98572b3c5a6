import type { Hex } from 'viem'
import type { Rpc } from '../session/createGatewayAccess.ts'

/** Code that reads ten slots of storage, which costs 21,000 gas; a call of an account without code costs nothing. */
const costly: Hex = `0x${Array.from({ length: 10 }, (_, slot) => `600${slot}5450`).join('')}`

/**
 * Whether a network's node estimates a transaction as if the account had other code. Some nodes refuse that, and others ignore the code,
 * which would make a batch look cheap and harmless.
 */
export async function canOverrideCode({
  rpc,
  chainId,
  address,
}: {
  rpc: Rpc
  chainId: string
  address: Hex
}): Promise<boolean> {
  const call = { to: address, data: '0x' }
  const overrides = { [address]: { code: costly } }
  const gas = await rpc(chainId, 'eth_estimateGas', [call, 'latest', overrides]).catch(() => undefined)
  return typeof gas === 'string' && /^0x[0-9a-f]{1,16}$/i.test(gas) && BigInt(gas) > 30_000n
}
