import { rpcErrorCodes } from '@portico/protocol'
import { delegationPrefix } from '@portico/protocol/smartAccount'
import type { Address, Hex, LocalAccount, TransactionSerializable } from 'viem'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { invalidParams, type WalletContext } from './method.ts'
import type { TransactionDraft } from './readTransaction.ts'

/**
 * Fills in nonce, gas and fees from the chain and signs the transaction.
 *
 * @param draft.delegateTo a contract that the account delegates to in the same transaction (EIP-7702)
 */
export async function signTransaction(
  wallet: WalletContext,
  { delegateTo, ...draft }: TransactionDraft & { delegateTo?: Address | undefined },
): Promise<Hex> {
  const { chainId, from, to, data, accessList, value, gas, nonce } = draft
  const request = (method: string, params: unknown[]) => wallet.node({ chainId, method, params })
  const [filledNonce, filledGas, fees] = await Promise.all([
    nonce ?? request('eth_getTransactionCount', [from, 'pending']),
    gas ?? estimateGas(request, withoutUndefined({ from, to, data, value, accessList }), delegateTo),
    getFees(draft, request),
  ])
  const transaction = {
    chainId,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(accessList === undefined ? {} : { accessList }),
    value: BigInt(value ?? '0x0'),
    nonce: Number(quantity(filledNonce)),
    gas: quantity(filledGas),
    ...fees,
  }
  const account = wallet.state.account(from) as LocalAccount
  try {
    // The authorization is checked after the nonce of its transaction has been used.
    const authorization =
      delegateTo &&
      (await account.signAuthorization?.({ address: delegateTo, chainId, nonce: transaction.nonce + 1 }))
    return await account.signTransaction({
      ...transaction,
      ...(authorization ? { type: 'eip7702', authorizationList: [authorization] } : {}),
    } as TransactionSerializable)
  } catch (error) {
    const { shortMessage } = error as { shortMessage?: string }
    throw invalidParams(`The transaction cannot be signed: ${shortMessage ?? (error as Error).message}`)
  }
}

type Request = (method: string, params: unknown[]) => Promise<unknown>

/** What an authorization costs besides the calls (EIP-7702). */
const authorizationGas = 25_000n

async function estimateGas(
  request: Request,
  transaction: Record<string, unknown>,
  delegateTo: Address | undefined,
): Promise<unknown> {
  if (!delegateTo) return request('eth_estimateGas', [transaction])
  const code = `${delegationPrefix}${delegateTo.slice(2).toLowerCase()}`
  const override = { [transaction.from as Address]: { code } }
  const gas = quantity(await request('eth_estimateGas', [transaction, 'latest', override]))
  return `0x${(gas + authorizationGas).toString(16)}`
}

async function getFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionDraft, request: Request) {
  if (gasPrice !== undefined) return { gasPrice: BigInt(gasPrice) }
  const block = (await request('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas?: unknown
  } | null
  // A chain without EIP-1559.
  if (!block?.baseFeePerGas) return { gasPrice: quantity(await request('eth_gasPrice', [])) }
  const cap = maxFeePerGas === undefined ? undefined : BigInt(maxFeePerGas)
  if (maxPriorityFeePerGas !== undefined) {
    const tip = BigInt(maxPriorityFeePerGas)
    return { maxFeePerGas: cap ?? feeCap(block, tip), maxPriorityFeePerGas: tip }
  }
  const tip = quantity(await request('eth_maxPriorityFeePerGas', []))
  if (cap === undefined) return { maxFeePerGas: feeCap(block, tip), maxPriorityFeePerGas: tip }
  return { maxFeePerGas: cap, maxPriorityFeePerGas: tip < cap ? tip : cap }
}

// Twice the base fee covers six consecutive full blocks.
function feeCap(block: { baseFeePerGas?: unknown }, tip: bigint): bigint {
  return quantity(block.baseFeePerGas) * 2n + tip
}

function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value)
  throw new ProviderRpcError({
    code: rpcErrorCodes.internalError,
    message: 'The node returned an invalid quantity.',
  })
}

function withoutUndefined(object: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
