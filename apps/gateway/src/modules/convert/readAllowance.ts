import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import { Problem } from '../../infra/http/Problem.ts'

const abi = parseAbi([
  'function allowance(address owner, address spender)',
  'function balanceOf(address owner)',
])

/**
 * Reads how much of a token a contract may take from an account, in base units. The coin needs no allowance.
 *
 * @throws {Problem} `invalid-request` if the address is no token
 */
export async function readAllowance({
  chain,
  token,
  owner,
  spender,
}: {
  chain: Chain
  token: string
  owner: string
  spender: string
}): Promise<bigint> {
  if (token === 'native') return 2n ** 256n - 1n
  const args = [owner as Hex, spender as Hex] as const
  return readNumber(chain, token, encodeFunctionData({ abi, functionName: 'allowance', args }))
}

/**
 * Reads how much of a token an account holds, in base units.
 *
 * @throws {Problem} `invalid-request` if the address is no token
 */
export function readHeld({
  chain,
  token,
  owner,
}: {
  chain: Chain
  token: string
  owner: string
}): Promise<bigint> {
  return readNumber(
    chain,
    token,
    encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner as Hex] }),
  )
}

async function readNumber(chain: Chain, token: string, data: Hex): Promise<bigint> {
  const answer = await chain.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  if (typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)) return BigInt(answer)
  throw new Problem('invalid-request', { detail: 'This address is not a token.' })
}
