import { readProperty } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Gateway, Rpc } from '../../session/createGatewayAccess.ts'
import { askBundler } from './askBundler.ts'
import { readNextNonce } from './readNextNonce.ts'
import { sendOperation } from './sendOperation.ts'
import type { StoredOperation } from './storedOperations.ts'

/** An operation that was signed: its hash and nonce, and the seconds since 1970 after which it cannot be executed. */
export type SentOperation = { chainId: string; hash: Hex; nonce: string; validUntil: number }

/** What became of an operation, as `wallet_getCallsStatus` says it, and the receipt of its transaction with its own logs. */
type OperationStatus = { status: 100 | 200 | 400 | 500; receipt?: object | undefined }

/** `UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, …)` */
const operationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** `BeforeExecution()` */
const beforeExecution = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
/** `TryExecuteUnsuccessful(uint256,bytes)`: the fee was paid in a token, and the calls failed. */
const unsuccessful = '0xe723f28f104e46b47fd3531f3608374ac226bcf3ddda334a23a266453e0efdb7'

/** Blocks in which an operation is looked for that the bundler has forgotten. */
const searchedBlocks = 5000n

/**
 * Reads what became of an operation: 200 if its calls were executed, 500 if they failed, 400 once it cannot be executed any more, and 100
 * until then. One that the bundler does not know is sent again, as the answer may have been lost.
 */
export async function readOperationStatus(
  { chainId, hash, nonce: text, validUntil }: SentOperation,
  {
    rpc,
    gateway,
    address,
    stored,
  }: { rpc: Rpc; gateway: Gateway; address: Hex; stored: StoredOperation | undefined },
): Promise<OperationStatus> {
  const bundler = { gateway, chainId }
  const [answer, known] = await Promise.all([
    askBundler(bundler, 'eth_getUserOperationReceipt', [hash]),
    askBundler(bundler, 'eth_getUserOperationByHash', [hash]),
  ])
  const receipt = readProperty(answer, 'receipt')
  if (typeof receipt === 'object' && receipt !== null) return readReceipt(receipt, { hash, address })
  const block = await rpc(chainId, 'eth_getBlockByNumber', ['latest', false])
  const isOver = Number(readProperty(block, 'timestamp')) > validUntil
  if (!isOver) {
    if (!known && stored && stored.state !== 'closed') await sendOperation(bundler, stored).catch(() => {})
    return { status: 100 }
  }
  const nonce = BigInt(text)
  if ((await readNextNonce({ rpc, chainId, address }, nonce)) === nonce) return { status: 400 }
  // The nonce was used by this operation, or by one that took its place.
  const latest = BigInt(`${readProperty(block, 'number')}`)
  const fromBlock = `0x${(latest > searchedBlocks ? latest - searchedBlocks : 0n).toString(16)}`
  const filter = { address: delegatorContracts.EntryPoint, topics: [operationEvent, hash], fromBlock }
  const found = await rpc(chainId, 'eth_getLogs', [filter])
  const [log] = Array.isArray(found) ? found : []
  if (!log) return { status: known ? 100 : 400 }
  const mined = await rpc(chainId, 'eth_getTransactionReceipt', [readProperty(log, 'transactionHash')])
  return typeof mined === 'object' && mined !== null ? readReceipt(mined, { hash, address }) : { status: 100 }
}

/** Reads the logs between the beginning of the operation and its event. */
function readReceipt(receipt: object, { hash, address }: { hash: Hex; address: Hex }): OperationStatus {
  const given = readProperty(receipt, 'logs')
  const logs: unknown[] = Array.isArray(given) ? given : []
  const isBoundary = (log: unknown) =>
    isOf(log, delegatorContracts.EntryPoint) && [operationEvent, beforeExecution].includes(topicOf(log, 0))
  const end = logs.findIndex((log) => isBoundary(log) && topicOf(log, 1) === hash)
  if (end < 0) return { status: 100 }
  const start = logs.slice(0, end).findLastIndex(isBoundary) + 1
  const own = logs.slice(start, end)
  // The second of the four words is whether it succeeded.
  const isSuccess = BigInt(`0x${`${readProperty(logs[end], 'data')}`.slice(66, 130) || '0'}`) === 1n
  const isTried = own.some((log) => isOf(log, address) && topicOf(log, 0) === unsuccessful)
  const status = isSuccess && !isTried ? 200 : 500
  return { status, receipt: { ...receipt, logs: own, status: status === 200 ? '0x1' : '0x0' } }
}

function isOf(log: unknown, address: string): boolean {
  return `${readProperty(log, 'address')}`.toLowerCase() === address.toLowerCase()
}

function topicOf(log: unknown, index: number): string {
  const topics = readProperty(log, 'topics')
  return Array.isArray(topics) ? `${topics[index]}` : ''
}
