import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { paymasterStubDataResponse, userOperationGas } from '@portico/protocol/gateway'
import { delegatorContracts, smartAccountCode } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { Gateway, Rpc } from '../../session/createGatewayAccess.ts'
import { accountBusy } from '../accountBusy.ts'
import type { BatchCall } from '../batchCalldata.ts'
import type { PaymasterService } from '../readCalls.ts'
import type { Fees } from '../readFees.ts'
import { askBundler } from './askBundler.ts'
import { encodeTransfer, type OperationFee, operationCalldata } from './operationCalldata.ts'
import type { Payment } from './Payment.ts'
import { readDataGas } from './readDataGas.ts'
import { readNextNonce } from './readNextNonce.ts'
import { toWire } from './signOperation.ts'
import type { OperationGas, UserOperation } from './UserOperation.ts'

/** An operation that is complete but for the paymaster's final data and the signatures. */
export type PreparedOperation = {
  operation: UserOperation
  calls: readonly BatchCall[]
  fee: OperationFee | undefined
  /** Context for the paymaster: which token pays, and the quote that was accepted; or whose paymaster is asked. */
  context: { feeToken?: Hex; quoteId?: string; paymasterUrl?: string; paymasterContext?: object }
  /** The account's own nonce, if the operation upgrades it. */
  upgrade: number | undefined
}

/** An account, and the servers that know about it. */
export type OperationAccount = {
  rpc: Rpc
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
  /** Operations that were signed here and that the bundler has not accepted, with the seconds since 1970 after which they are void. */
  unaccepted: readonly { nonce: bigint; validUntil: number }[]
  now(): number
}

/** A name for what is to pay. */
export type Payer =
  | { by: 'sponsor'; sponsor: { paymaster: Hex; name: string } }
  | { by: 'token'; token: Hex }
  | ({ by: 'other' } & PaymasterService)

/** An operation that pays more than this many times what it should cost is not signed. */
const maxRatio = 2n
/** What validating costs besides the calls: the account, the EntryPoint, the paymaster, and an upgrade (EIP-7702). */
const validationGas = 70_000n
const entryGas = 26_000n
const paymasterGas = 60_000n
/** The same of somebody else's paymaster, which the visitor does not pay. */
const otherPaymasterGas = 250_000n
const upgradeGas = 25_000n
/** What the transfer of a token and the attempt around the calls cost at most, and what the attempt costs at least. */
const tokenGas = 100_000n
const attemptGas = 10_000n
const calldataGas = 16n
/** What the estimate of a node has and a call does not: the transaction itself, and each token of its calldata. */
const transactionGas = 21_000n
const tokenOfCalldataGas = 10n
/** Gas limits for signatures that are not made yet, and an authorization that is not signed yet. */
const placeholder: Hex = `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`

const entryPoint = delegatorContracts.EntryPoint

/**
 * Prepares an operation that makes these calls and is paid by a project or in a token. Its call data, nonce and fees are the wallet's own;
 * gas limits and the price are the bundler's, within limits.
 *
 * @throws {RpcError} the bundler's refusal; `account-busy` while a transaction of the account is pending
 * @throws {Error} if the gateway answers with what it must not
 */
export async function prepareOperation({
  account,
  calls,
  payer,
  fees,
  isUpgrade,
}: {
  account: OperationAccount
  calls: readonly BatchCall[]
  payer: Payer
  fees: Fees
  /** Whether the account has to be upgraded first. */
  isUpgrade: boolean
}): Promise<{ prepared: PreparedOperation; payment: Payment; gas: bigint }> {
  const { rpc, chainId, address } = account
  const plain = operationCalldata.encode({ calls }, address)
  const overrides = isUpgrade ? ['latest', { [address]: { code: smartAccountCode } }] : []
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const [nonce, upgrade, estimate, dataGas] = await Promise.all([
    leaseOperationNonce(account),
    isUpgrade ? leaseUpgradeNonce(account) : undefined,
    rpc(chainId, 'eth_estimateGas', [{ from: entryPoint, to: address, data: plain }, ...overrides]).then(
      toBigInt,
    ),
    // Whoever includes the operation gets the base fee and the tip; the base fee may double.
    readDataGas(account, { callData: plain, price: maxFeePerGas / 2n }),
  ])
  const draft = { sender: address, nonce, callData: plain, maxFeePerGas, maxPriorityFeePerGas }
  const own = { ...(upgrade === undefined ? {} : { eip7702Auth: unsignedAuthorization(chainId, upgrade) }) }
  const stub = await readStub({ account, draft: { ...toWire(draft), ...own }, payer })
  const fee = stub.payment.by === 'token' ? stub.payment : undefined
  const callData = fee ? operationCalldata.encode({ calls, fee }, address) : plain
  const wanted = {
    ...toWire({ ...draft, callData, paymaster: stub.paymaster, paymasterData: stub.paymasterData }),
    ...stub.limits,
    ...own,
    signature: placeholder,
  }
  const [limits, feeGas] = await Promise.all([
    askBundler(account, 'eth_estimateUserOperationGas', [wanted, entryPoint]).then(readGas),
    fee ? estimateFee(fee, account) : 0n,
  ])
  const bytes = BigInt(callData.length / 2 - 1 + stub.paymasterData.length / 2 - 1)
  assertGas(limits, {
    least: estimate - transactionGas - calldataCost(plain) + feeGas,
    expected:
      (estimate * 5n) / 4n +
      validationGas +
      entryGas +
      (payer.by === 'other' ? otherPaymasterGas : paymasterGas) +
      calldataGas * bytes +
      dataGas +
      (isUpgrade ? upgradeGas : 0n) +
      (fee ? tokenGas : 0n),
  })
  const operation = {
    ...{ ...draft, ...limits, callData, paymaster: stub.paymaster, paymasterData: stub.paymasterData },
  }
  const { payment, context } = stub
  return { prepared: { operation, calls, fee, context, upgrade }, payment, gas: sumGas(limits) }
}

/**
 * Leases the nonce of an operation for a minute, and checks at the EntryPoint that it is the next one of its key: one of a later operation
 * could be sent long after this one. An operation that was signed and not accepted must give way to this one, or have expired: with
 * another nonce, both could be executed.
 *
 * @throws {RpcError} `account-busy` if another operation is under way
 */
export async function leaseOperationNonce(account: OperationAccount): Promise<bigint> {
  const { gateway, chainId, address, requestId, unaccepted } = account
  const body = { chainId, address, requestId, kind: 'operation' }
  const leased = readProperty(await gateway('/wallet/v1/nonces', { method: 'POST', body }), 'nonce')
  if (typeof leased !== 'string' || !/^\d{1,78}$/.test(leased))
    throw new Error('The gateway returned no nonce.')
  const nonce = BigInt(leased)
  if (nonce >> 64n > 7n) throw new Error('The gateway returned a nonce of another key.')
  const others = unaccepted.filter((other) => other.nonce !== nonce)
  const nonces = [nonce, ...others.map((other) => other.nonce)]
  const [next, ...nexts] = await Promise.all(nonces.map((one) => readNextNonce(account, one)))
  const open = others.filter((other, index) => nexts[index] === other.nonce)
  if (next !== nonce || (open.length > 0 && !(await areExpired(open, account)))) throw accountBusy()
  return nonce
}

/** Whether operations have expired, for the chain and for this clock: a node, or the clock, may be wrong. */
async function areExpired(
  operations: OperationAccount['unaccepted'],
  { rpc, chainId, now }: OperationAccount,
): Promise<boolean> {
  const block = await rpc(chainId, 'eth_getBlockByNumber', ['latest', false])
  const time = Math.min(Number(toBigInt(readProperty(block, 'timestamp'))), now() / 1000)
  return operations.every(({ validUntil }) => validUntil < time)
}

/** Leases the account's own nonce for the authorization of an upgrade. It is void after any other transaction of the account. */
export async function leaseUpgradeNonce({
  rpc,
  gateway,
  chainId,
  address,
  requestId,
}: OperationAccount): Promise<number> {
  const body = { chainId, address, requestId }
  const nonce = readProperty(await gateway('/wallet/v1/nonces', { method: 'POST', body }), 'nonce')
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce < 0)
    throw new Error('The gateway returned no nonce.')
  const count = await rpc(chainId, 'eth_getTransactionCount', [address, 'latest'])
  if (toBigInt(count) !== BigInt(nonce)) throw accountBusy()
  return nonce
}

/** Asks who pays, and what. What is answered must be what was asked for. */
async function readStub({
  account,
  draft,
  payer,
}: {
  account: OperationAccount
  draft: object
  payer: Payer
}): Promise<{
  paymaster: Hex
  paymasterData: Hex
  payment: Payment
  context: PreparedOperation['context']
  /** What somebody else's paymaster needs. */
  limits: Record<string, Hex>
}> {
  const id = toHexNumber(account.chainId)
  const token = payer.by === 'token' ? payer.token : undefined
  const context: PreparedOperation['context'] =
    payer.by === 'other'
      ? { paymasterUrl: payer.url, paymasterContext: payer.context }
      : token
        ? { feeToken: token }
        : {}
  const answer = await askBundler(account, 'pm_getPaymasterStubData', [draft, entryPoint, id, context])
  const { paymaster, paymasterData, fee, ...needed } = z.parse(paymasterStubDataResponse, answer)
  assertPaymaster(paymaster, { address: account.address, payer })
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit } = needed
  const limits =
    payer.by === 'other'
      ? ({ paymasterVerificationGasLimit, paymasterPostOpGasLimit } as Record<string, Hex>)
      : {}
  const stub = { paymaster: paymaster as Hex, paymasterData: paymasterData as Hex, limits }
  if (payer.by === 'other') {
    if (fee) throw new Error('The gateway asks for a fee where another paymaster pays.')
    // Whom the page named, not what the gateway says.
    return { ...stub, context, payment: { by: 'sponsor', name: hostOf(payer) } }
  }
  if (payer.by === 'sponsor') {
    if (fee) throw new Error('The gateway asks for a fee where the project pays.')
    return { ...stub, context, payment: { by: 'sponsor', name: payer.sponsor.name } }
  }
  if (!fee || fee.token.toLowerCase() !== payer.token.toLowerCase() || BigInt(fee.amount) >> 256n !== 0n)
    throw new Error('The gateway returned no fee in the token.')
  const { amount, collector, quoteId, expiresAt } = fee
  return {
    ...{ ...stub, context: { ...context, quoteId } },
    payment: {
      by: 'token',
      token: payer.token,
      amount: BigInt(amount),
      collector: collector as Hex,
      expiresAt,
    },
  }
}

/** What the calls cannot use of the gas: the transfer that pays, and the attempt around them. */
async function estimateFee(fee: OperationFee, { rpc, chainId, address }: OperationAccount): Promise<bigint> {
  const data = encodeTransfer(fee)
  const gas = await rpc(chainId, 'eth_estimateGas', [{ from: address, to: fee.token, data }])
  return toBigInt(gas) - transactionGas - calldataCost(data) + attemptGas
}

/** Returns the name under which somebody else's paymaster is shown: its host. */
export function hostOf({ url }: PaymasterService): string {
  return new URL(url).hostname
}

/** Without a paymaster the account would pay. */
function assertPaymaster(paymaster: string, { address, payer }: { address: Hex; payer: Payer }): void {
  const given = paymaster.toLowerCase()
  const isEntry = given === entryPoint.toLowerCase()
  const isOther = payer.by === 'sponsor' && given !== payer.sponsor.paymaster.toLowerCase()
  if (BigInt(paymaster) === 0n || given === address.toLowerCase() || isEntry || isOther)
    throw new Error('The gateway returned another paymaster.')
}

/** What calldata costs at most (EIP-7623). */
function calldataCost(data: Hex): bigint {
  const zeros =
    data
      .slice(2)
      .match(/../g)
      ?.filter((byte) => byte === '00').length ?? 0
  return tokenOfCalldataGas * BigInt(4 * (data.length / 2 - 1) - 3 * zeros)
}

function readGas(answer: unknown): OperationGas {
  const gas = z.parse(userOperationGas, answer)
  return Object.fromEntries(Object.entries(gas).map(([name, value]) => [name, BigInt(value)])) as OperationGas
}

function assertGas(limits: OperationGas, { least, expected }: { least: bigint; expected: bigint }): void {
  if (sumGas(limits) > maxRatio * expected) throw new Error('The gateway wants too much gas.')
  // A token pays even if the calls fail, so they must not fail for want of gas.
  if (limits.callGasLimit < least) throw new Error('The gateway wants too little gas.')
}

function sumGas(limits: OperationGas): bigint {
  return Object.values(limits).reduce((sum, limit) => sum + limit, 0n)
}

/** Returns the authorization of an upgrade before it is signed. */
export function unsignedAuthorization(chainId: string, nonce: number): Record<string, Hex> {
  return {
    chainId: toHexNumber(chainId),
    address: delegatorContracts.EIP7702StatelessDeleGator,
    nonce: `0x${nonce.toString(16)}`,
    yParity: '0x0',
    r: `0x${'11'.repeat(32)}`,
    s: `0x${'22'.repeat(32)}`,
  }
}

/** Returns the number of a CAIP-2 chain ID as hex digits. */
export function toHexNumber(chainId: string): Hex {
  return `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
}

function toBigInt(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message: 'The upstream returned no number.' })
  return BigInt(value)
}
