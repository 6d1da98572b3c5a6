import { RpcError } from '@portico/protocol'
import { decodeFunctionResult, encodeFunctionData, pad, parseAbi } from 'viem/utils'
import type { FailureReason } from '../upstreams/readAnswer.ts'
import { retryRules } from '../upstreams/retryRules.ts'
import { UpstreamsFailedError } from '../upstreams/UpstreamsFailedError.ts'
import type { Chain, ChainCall, Hex } from './Chain.ts'
import {
  type DeploylessResult,
  decodeDeployless,
  deploylessBytes,
  deploylessCalls,
  encodeDeployless,
} from './deployless.ts'

/** One read of a contract. */
export type ContractCall = { target: Hex; data: Hex }

/** How much of its coin an account has, read with the contracts; the answer is one word. */
export type CoinCall = { coinOf: Hex }

/** What a contract answered; undefined where it reverted, has no code, or could not be read alone either. */
export type ContractAnswer = Hex | undefined

/** The same address on every chain that has it: https://www.multicall3.com */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const multicall3Abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] returnData)',
  'function getEthBalance(address account) view returns (uint256)',
])
const maxCalls = 500
const maxBytes = 100_000
const maxBatch = 100

/** How a chain is read without Multicall3. */
type Way = 'deployless' | 'batch'
const ways = new WeakMap<Chain, { way: Promise<Way>; until: number }>()
/** Chains without Multicall3, and until when that is believed: somebody may deploy it. */
const without = new WeakMap<Chain, number>()
const knownFor = 600_000

type Waiting = {
  calls: readonly (ContractCall | CoinCall)[]
  resolve(answers: ContractAnswer[]): void
  reject(error: unknown): void
}
/** Reads that go together, by chain and deadline: those of one request, started at the same time. */
const waiting = new WeakMap<Chain, Map<number, Waiting[]>>()

/**
 * Reads many contracts at once: through Multicall3; where a chain has none, through a program that is only called and
 * never deployed; where a node does not run that either, as a JSON-RPC batch. One bad contract does not spoil the others:
 * what fails as a whole is halved until the bad one stands alone. Calls of one moment with one deadline share exchanges.
 *
 * @throws {UpstreamsFailedError} if no node answers.
 */
export async function callMany({
  chain,
  calls,
  deadline,
}: {
  chain: Chain
  calls: readonly (ContractCall | CoinCall)[]
  deadline: number
}): Promise<ContractAnswer[]> {
  if (calls.length === 0) return []
  const byDeadline = waiting.get(chain) ?? new Map<number, Waiting[]>()
  waiting.set(chain, byDeadline)
  return new Promise((resolve, reject) => {
    const together = byDeadline.get(deadline)
    if (together) {
      together.push({ calls, resolve, reject })
      return
    }
    byDeadline.set(deadline, [{ calls, resolve, reject }])
    setImmediate(() => {
      const parties = byDeadline.get(deadline) ?? []
      byDeadline.delete(deadline)
      readTogether({ chain, calls: parties.flatMap((party) => party.calls), deadline }).then(
        (answers) => {
          let start = 0
          for (const party of parties) {
            party.resolve(answers.slice(start, start + party.calls.length))
            start += party.calls.length
          }
        },
        (error) => {
          for (const party of parties) party.reject(error)
        },
      )
    })
  })
}

async function readTogether({ chain, calls, deadline }: Read): Promise<ContractAnswer[]> {
  if ((without.get(chain) ?? 0) > Date.now()) return readOtherwise({ chain, calls, deadline })
  const chunks = cut(calls, maxCalls, maxBytes, 160)
  return (await Promise.all(chunks.map((chunk) => readMulticall({ chain, calls: chunk, deadline })))).flat()
}

type Read = { chain: Chain; calls: readonly (ContractCall | CoinCall)[]; deadline: number }

async function readMulticall({ chain, calls, deadline }: Read): Promise<ContractAnswer[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map(toMulticall)],
  })
  try {
    const answer = await chain.request(
      { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] },
      { deadline },
    )
    const results = readResults(answer)
    if (results?.length !== calls.length) {
      without.set(chain, Date.now() + knownFor)
      return await readOtherwise({ chain, calls, deadline })
    }
    // An address without code answers "success" and nothing.
    return results.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
  } catch (error) {
    if (!mayBeContracts(error)) throw error
    // Multicall3 gives all the gas there is to each; the other way a bad contract gets a share of it.
    if ((await findWay(chain, deadline)) === 'deployless') return readDeployless({ chain, calls, deadline })
    return halve({ chain, calls, deadline }, readMulticall)
  }
}

/** Undefined where nothing is deployed, or something else. */
function readResults(answer: unknown) {
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer as Hex })
  } catch {
    return undefined
  }
}

function toMulticall(call: ContractCall | CoinCall) {
  if (!('coinOf' in call)) return { target: call.target, allowFailure: true, callData: call.data }
  const args = [call.coinOf] as const
  const callData = encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args })
  return { target: multicall3 as Hex, allowFailure: true, callData }
}

async function halve(read: Read, again: (half: Read) => Promise<ContractAnswer[]>) {
  const { calls, deadline } = read
  if (calls.length === 1 || Date.now() >= deadline) return calls.map(() => undefined)
  const middle = calls.length >> 1
  return [
    ...(await again({ ...read, calls: calls.slice(0, middle) })),
    ...(await again({ ...read, calls: calls.slice(middle) })),
  ]
}

function findWay(chain: Chain, deadline: number): Promise<Way> {
  const known = ways.get(chain)
  if (known && known.until > Date.now()) return known.way
  const way = probe(chain, deadline)
  ways.set(chain, { way, until: Date.now() + knownFor })
  // A node that was not there says nothing about the chain.
  way.catch(() => ways.delete(chain))
  return way
}

/** Reads a contract that every chain has: identity, a precompile. */
async function probe(chain: Chain, deadline: number): Promise<Way> {
  const data = encodeDeployless([{ target: pad('0x04', { size: 20 }), data: '0xcafe' }])
  const [answer] = await chain.requestMany([{ method: 'eth_call', params: [{ data }, 'latest'] }], {
    deadline,
  })
  const [result] = decodeDeployless(answer, 1) ?? []
  return result?.kind === 'data' && result.data === '0xcafe' ? 'deployless' : 'batch'
}

/** Contracts one way, coins beside them: only Multicall3 knows those. */
async function readOtherwise(read: Read): Promise<ContractAnswer[]> {
  const way = await findWay(read.chain, read.deadline)
  return way === 'deployless' ? readDeployless(read) : readBatch(read)
}

async function readDeployless(read: Read): Promise<ContractAnswer[]> {
  const { chain, deadline } = read
  const calls = read.calls.flatMap((call, index) => ('coinOf' in call ? [] : [{ ...call, index }]))
  const coins = read.calls.flatMap((call, index) => ('coinOf' in call ? [{ call, index }] : []))
  const chunks = cut(calls, deploylessCalls, deploylessBytes, 22)
  const answers = await chain.requestMany(
    [
      ...chunks.map((chunk) => toRequest({ data: encodeDeployless(chunk) })),
      ...coins.map(({ call }) => coinRequest(call)),
    ],
    { deadline },
  )
  const found: ContractAnswer[] = read.calls.map(() => undefined)
  const open: typeof calls = []
  for (const [number, chunk] of chunks.entries()) {
    const answer = answers[number]
    if (answer instanceof RpcError && !mayBeContracts(answer)) throw answer
    const results = decodeDeployless(answer, chunk.length)
    const alone = { ...read, calls: chunk }
    const halves = results ? undefined : await halve(alone, readDeployless)
    for (const [place, call] of chunk.entries()) {
      const result: DeploylessResult | undefined = results?.[place]
      if (result?.kind === 'cut') open.push(call)
      else found[call.index] = result ? dataOf(result) : halves?.[place]
    }
  }
  for (const [place, { index }] of coins.entries()) found[index] = readWord(answers[chunks.length + place])
  // Long answers (documents of NFTs) do not fit into the shared one.
  const long = await readBatch({ ...read, calls: open })
  for (const [place, { index }] of open.entries()) found[index] = long[place]
  return found
}

function dataOf(result: DeploylessResult): ContractAnswer {
  return result.kind === 'data' && result.data !== '0x' ? result.data : undefined
}

async function readBatch({ chain, calls, deadline }: Read): Promise<ContractAnswer[]> {
  const answers: ContractAnswer[] = []
  for (let start = 0; start < calls.length; start += maxBatch) {
    const part = calls.slice(start, start + maxBatch)
    const results = await chain.requestMany(
      part.map((call) =>
        'coinOf' in call ? coinRequest(call) : toRequest({ to: call.target, data: call.data }),
      ),
      { deadline },
    )
    for (const [index, result] of results.entries()) {
      const isCoin = 'coinOf' in (part[index] ?? {})
      answers.push(isCoin ? readWord(result) : isHex(result) && result !== '0x' ? result : undefined)
    }
  }
  return answers
}

function toRequest(transaction: { to?: Hex; data: Hex }): ChainCall {
  return { method: 'eth_call', params: [transaction, 'latest'] }
}

function coinRequest({ coinOf }: CoinCall): ChainCall {
  return { method: 'eth_getBalance', params: [coinOf, 'latest'] }
}

/** A number of JSON-RPC as contracts answer it. */
function readWord(value: unknown): ContractAnswer {
  return isHex(value) && /^0x[0-9a-f]{1,64}$/i.test(value) ? pad(value, { size: 32 }) : undefined
}

/** A contract that burns all gas or answers megabytes; not a node that is out of quota, which would get even more calls. */
function mayBeContracts(error: unknown): boolean {
  if (error instanceof RpcError)
    return !retryRules.isThrottle({ code: error.rpcCode, message: error.shortMessage })
  const signs: readonly FailureReason[] = ['too-large', 'timeout']
  return error instanceof UpstreamsFailedError && error.reasons.some((reason) => signs.includes(reason))
}

/** Cuts calls into chunks of at most so many calls and bytes; `overhead` is what one costs beside its data. */
function cut<Call extends ContractCall | CoinCall>(
  calls: readonly Call[],
  maxCalls: number,
  maxBytes: number,
  overhead: number,
): Call[][] {
  const chunks: Call[][] = []
  let bytes = 0
  for (const call of calls) {
    const size = ('coinOf' in call ? 36 : call.data.length / 2) + overhead
    const last = chunks.at(-1)
    if (last && last.length < maxCalls && bytes + size <= maxBytes) {
      last.push(call)
      bytes += size
    } else {
      chunks.push([call])
      bytes = size
    }
  }
  return chunks
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x')
}
