import type { RpcClient } from '@portico/core'
import { encodeCall } from './encodeCall.ts'
import { transferToken } from './toCall.ts'

/** `balanceOf(address)` of ERC-20. */
const balanceOf = '70a08231'

/**
 * Code that the account has during the rehearsal, so that the account itself calls the token. Calldata: the token (32 bytes), the
 * call of `balanceOf` (36) and the call of `transfer` (68). Returns the recipient's balance before and after, what `transfer`
 * returned, and 1 if no call failed.
 */
const rehearsal = [
  // calldatacopy(0, 0, calldatasize())
  '0x366000600037',
  // staticcall(gas(), mload(0), 32, 36, 256, 32)
  '6020610100602460206000515afa',
  // call(gas(), mload(0), 0, 68, 68, 320, 32)
  '60206101406044604460006000515af1',
  // staticcall(gas(), mload(0), 32, 36, 288, 32)
  '6020610120602460206000515afa',
  // mstore(352, and(and(…)))
  '161661016052',
  // return(256, 128)
  '6080610100f3',
].join('')

/**
 * Returns what the recipient would get of a token, in base units: less than `amount` if the token charges a fee, 0n if the
 * transfer would fail. Returns undefined if the node cannot tell.
 */
export async function rehearseToken(
  client: RpcClient,
  { from, to, token, amount }: { from: string; to: string; token: string; amount: bigint },
): Promise<bigint | undefined> {
  if (from.toLowerCase() === to.toLowerCase()) return undefined
  const calls = [
    encodeCall('', [token]),
    encodeCall(balanceOf, [to]),
    encodeCall(transferToken, [to, amount]),
  ]
  const data = `0x${calls.map((call) => call.slice(2)).join('')}`
  const result = await client
    .request({ method: 'eth_call', params: [{ to: from, data }, 'latest', { [from]: { code: rehearsal } }] })
    // Nodes may refuse to replace the code of an account.
    .catch(() => undefined)
  const [, before, after, succeeded] = pattern.exec(`${result}`) ?? []
  if (before === undefined || after === undefined) return undefined
  if (succeeded !== '1') return 0n
  const gained = BigInt(`0x${after}`) - BigInt(`0x${before}`)
  return gained > 0n ? gained : 0n
}

const pattern = /^0x([0-9a-f]{64})([0-9a-f]{64})[0-9a-f]{64}0{63}([01])$/i
