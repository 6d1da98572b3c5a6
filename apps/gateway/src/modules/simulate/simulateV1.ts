import { delegatorContracts, smartAccountCode } from '@portico/protocol/smartAccount'
import { toFunctionSelector } from 'viem/utils'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import { CodeNotOverriddenError } from './CodeNotOverriddenError.ts'
import type { Probe } from './probes.ts'
import { readGas, readHex, readLogs } from './readNode.ts'
import type { NodeCall, Simulated, SimulatedLog } from './Simulated.ts'

/** The address under which nodes report native transfers as token logs. No contract can exist there. */
const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Code that returns the balance of the address in the calldata: CALLDATALOAD BALANCE MSTORE RETURN. */
const balanceReader = {
  address: '0x00000000000000000000000062616c616e636500',
  code: '0x6000353160005260206000f3',
}
/** Sender of the probes. Not the account itself, whose nonce and balance must not change. */
const prober = '0x0000000000000000000000000000000000000001'
/**
 * The code of an account that delegates (EIP-7702), and a call that proves it: the account returns the address of the manager,
 * which only the code that it delegates to does.
 */
const delegated = {
  code: smartAccountCode,
  data: toFunctionSelector('function delegationManager()'),
  answer: `0x${delegatorContracts.DelegationManager.slice(2).toLowerCase().padStart(64, '0')}`,
}
/** Gas limit of a probe: enough for any balance, and a contract that burns all of it leaves enough for the calls. */
const probeGas = '0x7a120'

/**
 * Runs calls in sequence in a simulated block, with probes of contracts before and after.
 *
 * @param delegates whether the account has delegated its code in this block.
 * @throws {RpcError | UpstreamsFailedError}
 * @throws {CodeNotOverriddenError} if the node did not give the account that code: the calls would seem to do nothing.
 * @see https://ethereum.github.io/execution-apis/api-documentation (eth_simulateV1)
 */
export async function simulateV1({
  chain,
  account,
  calls,
  probes,
  delegates,
  deadline,
}: {
  chain: Chain
  account: string
  calls: readonly NodeCall[]
  probes: readonly Probe[]
  delegates: boolean
  deadline: number
}): Promise<Simulated> {
  const probeCalls = [
    { to: balanceReader.address, data: `0x${account.slice(2).padStart(64, '0')}` },
    ...probes.map(({ to, data }) => ({ to, data })),
    // In the same request, because another one may be answered by another node.
    ...(delegates ? [{ to: account, data: delegated.data }] : []),
  ].map((probeCall) => ({ from: prober, gas: probeGas, ...probeCall }))
  const block = {
    calls: [...probeCalls, ...calls, ...probeCalls],
    stateOverrides: {
      [balanceReader.address]: { code: balanceReader.code },
      ...(delegates ? { [account]: { code: delegated.code } } : {}),
    },
  }
  const parameters = { blockStateCalls: [block], traceTransfers: true, validation: false }
  const answer = await chain.request(
    { method: 'eth_simulateV1', params: [parameters, 'latest'] },
    { deadline },
  )
  const results = readResults(answer)
  const first = probeCalls.length
  const own = results.slice(first, first + calls.length)
  if (results.length !== block.calls.length || own.length !== calls.length)
    throw new Error('The upstream returned a different number of calls for eth_simulateV1.')

  const dataOf = (result: NodeResult | undefined) =>
    result?.isOk && result.data !== '0x' ? result.data : undefined
  if (delegates && dataOf(results[first - 1])?.toLowerCase() !== delegated.answer)
    throw new CodeNotOverriddenError()
  const gasUsed = own.reduce((sum, { gas }) => sum + gas, 0n)
  const failed = own.find(({ isOk }) => !isOk)
  if (failed) return { status: 'reverted', data: failed.data, message: failed.message, gasUsed }

  const logs = own.flatMap((result) => result.logs)
  const before = dataOf(results[0])
  const after = dataOf(results[first + calls.length])
  return {
    status: 'success',
    gasUsed,
    moved: {
      logs: logs.filter((log) => log.address !== nativeToken),
      // Prefer the difference of balances; if they could not be read, sum up the native transfer logs.
      native:
        before?.length === 66 && after?.length === 66
          ? BigInt(after) - BigInt(before)
          : sumNative(logs, account.toLowerCase()),
      probed: new Map(
        probes.map(({ key }, index) => [
          key,
          { before: dataOf(results[1 + index]), after: dataOf(results[first + calls.length + 1 + index]) },
        ]),
      ),
    },
  }
}

type NodeResult = {
  isOk: boolean
  data: Hex | undefined
  message: string | undefined
  gas: bigint
  logs: SimulatedLog[]
}

function readResults(answer: unknown): NodeResult[] {
  const [block] = Array.isArray(answer) ? answer : []
  const calls: unknown = block?.calls
  if (!Array.isArray(calls)) throw new Error('The upstream returned no calls for eth_simulateV1.')
  if (!calls.every((call) => call?.status === '0x0' || call?.status === '0x1'))
    throw new Error('The upstream returned calls without a valid status for eth_simulateV1.')
  return calls.map((call) => ({
    isOk: call?.status === '0x1',
    data: readHex(call?.error?.data) ?? readHex(call?.returnData),
    message: typeof call?.error?.message === 'string' ? call.error.message : undefined,
    gas: readGas(call?.gasUsed) ?? 0n,
    logs: readLogs(call?.logs),
  }))
}

function sumNative(logs: readonly SimulatedLog[], account: string): bigint {
  let sum = 0n
  for (const { address, topics, data } of logs) {
    if (address !== nativeToken || topics[0] !== transferTopic || !/^0x[0-9a-f]{64}$/i.test(data)) continue
    if (topics[1]?.slice(-40).toLowerCase() === account.slice(2)) sum -= BigInt(data)
    if (topics[2]?.slice(-40).toLowerCase() === account.slice(2)) sum += BigInt(data)
  }
  return sum
}
