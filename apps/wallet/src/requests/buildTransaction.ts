import { RpcError, readProperty } from '@portico/protocol'
import { smartAccountCode } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import { accountBusy } from './accountBusy.ts'
import { assertTransaction } from './assertTransaction.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { CodeChange } from './CodeChange.ts'
import { isRevert } from './isRevert.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readBatch } from './readBatch.ts'
import { foreignCode, readDelegate, readDelegation } from './readDelegation.ts'
import { readFees } from './readFees.ts'
import type { RequestedTransaction } from './readTransaction.ts'

const maxGas = 30_000_000n
/** The gas limit of a transaction that would fail now, so that nobody knows what it needs. */
const failingGas = 500_000n
/** How nodes report that the account has too few coins for what it sends, or that the gas of a block is not enough. */
const unaffordable = /insufficient (sender )?(funds|balance)|gas required exceeds/i
/** What an authorization costs besides the calls (EIP-7702). */
const authorizationGas = 25_000n

/**
 * Completes a transaction: the nonce (leased from the gateway, so that two tabs never use the same one), the gas limit with a
 * margin, and fees for the next blocks. One that would fail now has a gas limit of its own: the request says that it would fail, and
 * the visitor decides.
 *
 * @throws {RequestRefusedError} if the gas cannot be estimated for another reason, or the page sets a nonce that is not the next one: a page
 * must not replace a transaction
 */
export async function buildTransaction({
  requested,
  rpc,
  gateway,
  chainId,
  address,
  requestId,
}: {
  requested: RequestedTransaction
  rpc: Rpc
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
}): Promise<{ transaction: BuiltTransaction; fails: boolean }> {
  const call = {
    from: address,
    value: toQuantity(requested.value),
    data: requested.data,
    ...(requested.to ? { to: requested.to } : {}),
  }
  const account = { rpc, chainId, address }
  const before = await readCodeState(requested, account)
  const { change } = before
  const isUpgrade = change?.type === 'turn-on' && requested.data !== '0x'
  const overrides = isUpgrade ? ['latest', { [address]: { code: smartAccountCode } }] : []
  const [{ maxFeePerGas, maxPriorityFeePerGas }, estimate] = await Promise.all([
    readFees({ rpc, chainId, requested }),
    requested.gas ?? rpc(chainId, 'eth_estimateGas', [call, ...overrides]).then(readQuantity, readFailure),
  ])
  const fails = estimate === 'fails'
  if (estimate === undefined)
    throw new RpcError({ rpcCode: -32603, message: 'The upstream returned no gas estimate.' })
  // A call may need more gas in a later block; a plain transfer always needs the same.
  const gas =
    requested.gas ??
    (fails ? failingGas : estimate === 21_000n && !change ? estimate : (estimate * 5n) / 4n) +
      (change ? authorizationGas : 0n)
  if (gas < 21_000n || gas > maxGas) refuse('The gas limit of the transaction is out of range.')
  assertTransaction({ account: address, to: requested.to, maxFeePerGas, maxPriorityFeePerGas })

  const nonce = await leaseNonce({ gateway, chainId, address, requestId, changesCode: change !== undefined })
  if (before.isChecked) await refuseIfChanged({ requested, before, nonce, ...account })
  if (requested.nonce !== undefined && requested.nonce !== nonce)
    refuse(
      `The transaction has nonce ${requested.nonce}, but the next one is ${nonce}. This wallet does not replace transactions.`,
    )
  const { to, value, data } = requested
  const id = Number(chainId.slice('eip155:'.length))
  const fields = { chainId: id, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, to, value, data }
  return {
    transaction: change ? { type: 'eip7702', change, ...fields } : { type: 'eip1559', ...fields },
    fails,
  }
}

/**
 * Leases the account's next nonce for a minute, and the one after it for the authorization that changes its code. The same request
 * gets the same nonce.
 */
export async function leaseNonce({
  gateway,
  chainId,
  address,
  requestId,
  changesCode,
}: {
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
  changesCode: boolean
}): Promise<number> {
  const body = { chainId, address, requestId, ...(changesCode ? { count: 2 } : {}) }
  const answer = await gateway('/wallet/v1/nonces', { method: 'POST', body })
  const nonce = readProperty(answer, 'nonce')
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce < 0)
    throw new RpcError({ rpcCode: -32603, message: 'The gateway returned no nonce.' })
  return nonce
}

type Account = { rpc: Rpc; chainId: string; address: Hex }
/** What a transaction changes at the account's code. `isChecked` if it depends on the code. */
type CodeState = { change?: CodeChange | undefined; isChecked: boolean }

/**
 * Reads what the transaction changes at the account's code.
 *
 * @throws {RequestRefusedError} 5760 if a batch needs the code that another wallet has replaced, and if there is nothing to turn on or off
 */
async function readCodeState(requested: RequestedTransaction, account: Account): Promise<CodeState> {
  if (requested.change === 'turn-off') {
    const delegate = await readDelegate(account)
    if (!delegate) refuse(`The account has no smart-account features on ${account.chainId}.`)
    return { change: { type: 'turn-off', ...delegate }, isChecked: true }
  }
  if (requested.change !== 'turn-on' && readBatch(requested, account.address) === undefined)
    return { isChecked: false }
  const delegation = await readDelegation(account)
  if (delegation === 'foreign') throw new RequestRefusedError(foreignCode)
  if (delegation === 'none' && requested.change === 'none') throw accountBusy()
  if (delegation === 'none') return { change: { type: 'turn-on' }, isChecked: true }
  if (requested.change === 'turn-on') refuse(`Smart-account features are on already on ${account.chainId}.`)
  return { isChecked: true }
}

/**
 * Nodes keep one pending transaction of an account with code, and an authorization is void unless its nonce is the next one. The code
 * is read once more after the nonce: if it changes later, the nonce is used, and the transaction is void.
 *
 * @throws {RpcError} `account-busy` while another transaction of the account is pending
 */
async function refuseIfChanged({
  requested,
  before,
  nonce,
  ...account
}: Account & { requested: RequestedTransaction; before: CodeState; nonce: number }): Promise<void> {
  const { rpc, chainId, address } = account
  const count = readQuantity(await rpc(chainId, 'eth_getTransactionCount', [address, 'latest']))
  const isSame = async () =>
    JSON.stringify(await readCodeState(requested, account)) === JSON.stringify(before)
  if (count === BigInt(nonce) && (await isSame())) return
  throw accountBusy()
}

/** Returns that a contract refuses the transaction, or that the account has too few coins for it. */
function readFailure(error: unknown): 'fails' {
  if (isRevert(error) || (error instanceof RpcError && unaffordable.test(error.shortMessage))) return 'fails'
  // The message may come from elsewhere: it is returned to the page, and never shown to the visitor.
  throw new RequestRefusedError({
    reason: `The gas of the transaction cannot be estimated${error instanceof RpcError ? `: ${error.shortMessage}` : '.'}`,
    rpcCode: -32003,
  })
}

function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
