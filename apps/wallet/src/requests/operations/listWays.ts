import { BaseError, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Hex } from 'viem'
import { ServerUnreachableError } from '../../session/ServerError.ts'
import type { AskContext } from '../Ask.ts'
import type { BatchCall } from '../batchCalldata.ts'
import { buildTransaction } from '../buildTransaction.ts'
import type { BatchNetwork } from '../createBatchNetworks.ts'
import { readRevocation } from '../permissions/readRevocation.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import type { PaymasterService } from '../readCalls.ts'
import { readCallsOf } from '../readCallsOf.ts'
import { readDelegation } from '../readDelegation.ts'
import { type Fees, readFees } from '../readFees.ts'
import type { RequestedTransaction } from '../readTransaction.ts'
import type { Way } from '../Way.ts'
import { refusalOf } from './askBundler.ts'
import { noOperations } from './noOperations.ts'
import { hostOf, type OperationAccount, type Payer, prepareOperation } from './prepareOperation.ts'
import { readOperationAccount } from './readOperationAccount.ts'

/** What the page needs: a user operation, or that its project pays. */
export type Needs = 'operation' | 'sponsor' | undefined

export type Ways = {
  /** The first is chosen unless the visitor chooses another one. */
  ways: readonly [Way, ...Way[]]
  /** The project that pays on this network, but not for this. */
  notPaidBy: string | undefined
}

/** Tokens that the visitor can choose from. */
const maxTokens = 2

/**
 * Lists the ways to execute what the page requested. If the page's project pays, there is no other. Otherwise the visitor pays, in coins
 * or in a token that the account has.
 *
 * @param isRefused the project has refused to pay at the last moment, so it is not asked again
 * @throws {RequestRefusedError} if it would fail; 5700 or 4200 if nothing is as the page needs it
 */
export async function listWays(
  requested: RequestedTransaction,
  {
    requestId,
    chainId,
    context,
    needs,
    paymaster,
    isRefused,
  }: {
    requestId: string
    chainId: string
    context: AskContext
    needs: Needs
    paymaster?: PaymasterService | undefined
    isRefused: boolean
  },
): Promise<Ways> {
  const { rpc } = context
  const account = await readOperationAccount(context, { chainId, requestId })
  const found = await readPayers(requested, { account, context, paymaster })
  const { network, calls, isUpgrade } = found ?? {}
  if (!network && needs === 'operation') throw noOperations(chainId)
  const fees = network && calls ? await readFees({ rpc, chainId }) : undefined
  const prepare = async (payer: Payer): Promise<Way> => {
    if (!calls || !fees) throw new Error('There is nobody to pay.')
    return toWay({ requested, account, calls, payer, fees, isUpgrade: isUpgrade === true })
  }
  const sponsor = network?.sponsor
  // If the page requires another paymaster, the project itself is not asked.
  const isOnlyOther = paymaster?.isOptional === false
  const payers: Payer[] = [
    ...(paymaster ? [{ by: 'other', ...paymaster } as const] : []),
    ...(sponsor && !isOnlyOther ? [{ by: 'sponsor', sponsor } as const] : []),
  ]
  for (const payer of isRefused || !network ? [] : payers) {
    const way = await prepare(payer)
      .catch(repeatOnce(() => prepare(payer)))
      .catch(refuseBusy)
    if (way) return { ways: [way], notPaidBy: undefined }
  }
  if (needs === 'sponsor')
    throw new RequestRefusedError({
      reason: 'The project does not pay the fee of these calls.',
      rpcCode: rpcErrorCodes.unsupportedCapability,
    })
  const inCoins: Way | undefined =
    needs === 'operation'
      ? undefined
      : { ...(await buildTransaction({ requested, ...account })), payment: { by: 'coins' } }
  const tokens = network ? await listHeldTokens(account, network) : []
  const inTokens = (
    await Promise.all(tokens.map((token) => prepare({ by: 'token', token }).catch(refuseBusy)))
  ).filter((way) => way !== undefined)
  const [first, ...others] = [...(inCoins ? [inCoins] : []), ...inTokens]
  if (!first) throw nobodyPays()
  return { ways: [first, ...others], notPaidBy: paymaster ? hostOf(paymaster) : sponsor?.name }
}

/** Why an operation is not sent that the visitor cannot pay for in coins. */
export function nobodyPays(): RequestRefusedError {
  return new RequestRefusedError({
    reason: 'The operation would fail now, or nobody pays for it.',
    rpcCode: -32003,
  })
}

/** Reads who could pay for an operation of the account; undefined if it can make none. */
async function readPayers(
  requested: RequestedTransaction,
  {
    account,
    context: { batchNetworks, accountType },
    paymaster,
  }: {
    account: OperationAccount
    context: Pick<AskContext, 'batchNetworks' | 'accountType'>
    paymaster: PaymasterService | undefined
  },
): Promise<{ network: BatchNetwork; calls: readonly BatchCall[]; isUpgrade: boolean } | undefined> {
  const calls = readCallsOf(requested, account.address)
  if (!calls) return undefined
  const isEoa = (await accountType()) === 'eoa'
  // A permission works whatever type the visitor uses now, so that somebody may pay for its revocation, too.
  if (isEoa && readRevocation(requested, account.address) === undefined) return undefined
  // Without an answer, the visitor pays in coins.
  const network = (await batchNetworks().catch(() => undefined))?.get(account.chainId)
  if (!network || (!network.sponsor && network.feeTokens.length === 0 && !paymaster)) return undefined
  const delegation = await readDelegation(account).catch(() => 'foreign')
  if (delegation === 'foreign' || (isEoa && delegation === 'none')) return undefined
  return { network, calls, isUpgrade: delegation === 'none' }
}

async function toWay({
  requested: { to, value, data },
  account,
  ...others
}: {
  requested: RequestedTransaction
  account: OperationAccount
  calls: readonly BatchCall[]
  payer: Payer
  fees: Fees
  isUpgrade: boolean
}): Promise<Way> {
  const { prepared, payment, gas } = await prepareOperation({ account, ...others })
  const { maxFeePerGas, maxPriorityFeePerGas, nonce } = prepared.operation
  const type = others.isUpgrade
    ? ({ type: 'eip7702', change: { type: 'turn-on' } } as const)
    : ({ type: 'eip1559' } as const)
  const chainId = Number(account.chainId.slice('eip155:'.length))
  const cost = { gas, maxFeePerGas, maxPriorityFeePerGas, nonce: Number(BigInt.asUintN(32, nonce)) }
  return { transaction: { ...type, chainId, ...cost, to, value, data }, payment, operation: prepared }
}

/** Repeats what has failed for want of a server: an account without coins could do nothing else. */
function repeatOnce<T>(run: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof ServerUnreachableError || refusalOf(error) === 'paused') return run()
    throw error
  }
}

/** Another way may work, unless the account has to wait. */
function refuseBusy(error: unknown): undefined {
  const isBusy =
    refusalOf(error) === 'account-busy' || (error instanceof BaseError && error.code === 'account-busy')
  if (!isBusy) return undefined
  throw error instanceof BaseError && error.code === 'account-busy'
    ? error
    : new RpcError({
        rpcCode: rpcErrorCodes.resourceUnavailable,
        message: 'The account is busy.',
        code: 'account-busy',
      })
}

async function listHeldTokens(
  { rpc, chainId, address }: OperationAccount,
  network: BatchNetwork,
): Promise<Hex[]> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  const isHeld = (token: Hex) =>
    rpc(chainId, 'eth_call', [{ to: token, data }, 'latest']).then(
      (answer) => typeof answer === 'string' && /^0x[0-9a-f]{64}$/.test(answer) && BigInt(answer) > 0n,
      () => false,
    )
  const tokens = network.feeTokens.slice(0, 8)
  const held = await Promise.all(tokens.map(isHeld))
  return tokens.filter((_, index) => held[index]).slice(0, maxTokens)
}
