import type { RpcClient } from '@portico/core'
import type { WrittenCall } from '@portico/protocol/swaps'
import { encodeCall } from '../transfers/encodeCall.ts'
import { executeCalls } from './executeCalls.ts'
import { type CallResult, simulateCalls } from './simulateCalls.ts'

/** What a sequence of transactions would do. */
export interface Rehearsal {
  /** Whether all of them succeed. */
  isOk: boolean
  gas: bigint
  /** How the balance of each token changes, in base units; undefined if one could not be read. Fees are not included. */
  changes?: readonly bigint[] | undefined
  /** The last word that the last transaction returns. */
  lastWord: bigint
}

/** `balanceOf(address)` of ERC-20. */
const balanceOf = '70a08231'
/** Code that returns the balance in coins of the address in its calldata: CALLDATALOAD BALANCE MSTORE RETURN. */
const coinReader = {
  address: '0x00000000000000000000000062616c616e636500',
  code: '0x6000353160005260206000f3',
}

/**
 * Tries transactions of an account one after the other, without signing anything: with `eth_simulateV1`, else in one `eth_call`.
 * Returns undefined if the node supports neither.
 *
 * @param parameters.tokens whose balances are compared; undefined is the coin
 * @param parameters.holder whose balances are compared. Default: the account
 */
export async function rehearse({
  client,
  account,
  calls,
  tokens,
  holder = account,
}: {
  client: RpcClient
  account: string
  calls: readonly WrittenCall[]
  tokens: readonly (string | undefined)[]
  holder?: string | undefined
}): Promise<Rehearsal | undefined> {
  const reads = tokens.map((token): WrittenCall => {
    const call = encodeCall(balanceOf, [holder])
    return token === undefined
      ? { to: coinReader.address, data: `0x${call.slice(10)}`, value: 0n }
      : { to: token, data: call, value: 0n }
  })
  const program = {
    ...{ client, account, calls: [...reads, ...calls, ...reads] },
    code: { [coinReader.address]: coinReader.code },
  }
  let results: readonly CallResult[] | undefined
  for (const run of [simulateCalls, executeCalls]) {
    results = await run(program).catch(() => undefined)
    if (results?.length === program.calls.length) break
    results = undefined
  }
  if (!results) return undefined
  const own = results.slice(reads.length, reads.length + calls.length)
  const [before, after] = [results.slice(0, reads.length), results.slice(-reads.length)]
  const isRead = [...before, ...after].every(({ isOk }) => isOk)
  return {
    isOk: own.every(({ isOk }) => isOk),
    gas: own.reduce((sum, { gas }) => sum + gas, 0n),
    changes: isRead
      ? after.map(({ lastWord }, index) => lastWord - (before[index]?.lastWord ?? 0n))
      : undefined,
    lastWord: own.at(-1)?.lastWord ?? 0n,
  }
}
