import { readProperty } from '@portico/protocol'

/** Contracts that execute the operations of smart accounts (ERC-4337), versions 0.6 to 0.8, in lower case. */
const entryPoints: readonly unknown[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
]
/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`: operation, sender, paymaster; nonce, success … */
const operationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** `TryExecuteUnsuccessful(uint256,bytes)` of an account: the fee was paid in a token, and what it was for failed. */
const unsuccessful = '0xe723f28f104e46b47fd3531f3608374ac226bcf3ddda334a23a266453e0efdb7'

/**
 * Reads from a receipt whether a transaction of an account succeeded; undefined if it is none. The bundle that carries the operation of a
 * smart account succeeds also if the operation fails. Only the contract that the bundle calls can say so: others could
 * pretend it, to have the visitor pay twice.
 */
export function readOutcome(receipt: unknown, account: string): 'confirmed' | 'failed' | undefined {
  const status = readProperty(receipt, 'status')
  if (typeof status !== 'string') return undefined
  if (BigInt(status) !== 1n) return 'failed'
  const called = lower(readProperty(receipt, 'to'))
  const logs = readProperty(receipt, 'logs')
  if (!entryPoints.includes(called) || !Array.isArray(logs)) return 'confirmed'
  const isTriedInVain = logs.some(
    (log: unknown) =>
      lower(readProperty(log, 'address')) === account.toLowerCase() &&
      lower(readProperty(readProperty(log, 'topics'), '0')) === unsuccessful,
  )
  const sender = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
  const operations = logs.filter((log: unknown) => {
    const topics = readProperty(log, 'topics')
    return (
      lower(readProperty(log, 'address')) === called &&
      lower(readProperty(topics, '0')) === operationEvent &&
      lower(readProperty(topics, '2')) === sender
    )
  })
  const isFailed = (log: unknown) => /^0x[0-9a-f]{64}0{64}/i.test(`${readProperty(log, 'data')}`)
  if (operations.length === 1 && isTriedInVain) return 'failed'
  return operations.length > 0 && operations.every(isFailed) ? 'failed' : 'confirmed'
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)
