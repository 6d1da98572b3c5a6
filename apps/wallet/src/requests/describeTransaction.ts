import type { Hex } from 'viem'
import type { Description, Fact, TreeNode } from '../approve/Description.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { amountOf, argOf } from './callArguments.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'
import { describeEffects } from './describeEffects.ts'
import { findCounterparty } from './findRecipient.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import { networkName } from './networkName.ts'
import { raiseRisk } from './raiseRisk.ts'
import type { CoinFacts } from './readChainFacts.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { transactionWarnings } from './transactionWarnings.ts'

const maxFacts = 12

/**
 * Describes a transaction: what it does, what it costs and what is unusual. The calldata takes precedence over the simulation,
 * which only adds warnings, because contracts can detect a simulation.
 */
export function describeTransaction({
  transaction,
  facts,
  address,
  chainId,
}: {
  transaction: BuiltTransaction
  facts: TransactionFacts
  address: Hex
  chainId: string
}): Description {
  const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = transaction
  const call = data === '0x' || !to ? undefined : decodeCall(data)
  const counterparty = findCounterparty(call) ?? to
  const coin: TokenFacts = { symbol: facts.coin.symbol ?? 'coins', decimals: 18 }
  const fee = gas * maxFeePerGas
  const warnings = transactionWarnings({ transaction, call, counterparty, fee, facts })
  const terms: Fact[] = [
    ...(counterparty && counterparty !== to ? [toFact(call, counterparty)] : []),
    ...(to
      ? [
          {
            label: counterparty !== to ? contractLabel(call) : call ? 'Contract' : 'To',
            value: to,
            kind: 'address',
          } as const,
        ]
      : []),
    { label: 'Fee, at most', value: formatFee(fee, facts.coin) },
    { label: 'Network', value: networkName(chainId) },
  ]
  return {
    name: 'transaction',
    title: titleOf({ transaction, call, coin, token: facts.token }),
    facts: [
      ...describeEffects({ transaction, call, facts, coin, address, room: maxFacts - terms.length }),
      ...terms,
    ],
    ...(call ? { tree: [toTree(call, to)] } : {}),
    details: [
      { label: 'From', value: address, kind: 'address' },
      { label: 'Nonce', value: `${nonce}` },
      { label: 'Gas, at most', value: formatAmount(gas, { decimals: 0 }) },
      { label: 'Gas price, at most', value: formatAmount(maxFeePerGas, { decimals: 9, symbol: 'gwei' }) },
      { label: 'Priority fee', value: formatAmount(maxPriorityFeePerGas, { decimals: 9, symbol: 'gwei' }) },
    ],
    raw: data,
    warnings,
    risk: raiseRisk('medium', warnings),
  }
}

function titleOf({
  transaction,
  call,
  coin,
  token,
}: {
  transaction: BuiltTransaction
  call: DecodedCall | undefined
  coin: TokenFacts
  token: TokenFacts
}): string {
  if (!transaction.to) return 'Create a contract'
  if (!call) return `Send ${formatAmount(transaction.value, coin)}`
  const amount = amountOf(call)
  const what = token.symbol ?? 'tokens'
  switch (call.name) {
    case 'transfer':
      return `Send ${formatAmount(amount ?? 0n, token)}`
    case 'transferFrom':
    case 'safeTransferFrom':
    case 'safeBatchTransferFrom':
      return `Move ${token.symbol ?? 'tokens'}`
    case 'approve':
    case 'increaseAllowance':
    case 'permit':
      if (amount === 0n) return 'Revoke a permission'
      return `Let someone spend ${amount !== undefined && isUnlimited(amount) ? `all your ${what}` : formatAmount(amount ?? 0n, token)}`
    case 'decreaseAllowance':
      return 'Revoke a permission'
    case 'setApprovalForAll':
      return argOf(call, 'approved') === true ? `Let someone move all your ${what}` : 'Revoke a permission'
    case undefined:
      return 'Unknown call'
    default:
      return call.calls.length > 0 ? `Make ${call.calls.length} calls at once` : `Call ${call.name}`
  }
}

function toFact(call: DecodedCall | undefined, value: Hex): Fact {
  const gives = call?.name !== 'transfer' && call?.name !== 'transferFrom' && !call?.name?.startsWith('safe')
  return { label: gives ? 'Spender' : 'To', value, kind: 'address' }
}

function contractLabel(call: DecodedCall | undefined): string {
  return call?.name === undefined ? 'Contract' : 'Token'
}

function toTree(call: DecodedCall & { to?: string | undefined }, to: string | undefined): TreeNode {
  const target = call.to ?? to
  const isMulticall = call.calls.length > 0
  return {
    label: call.name ?? `Unknown call ${call.selector}`,
    ...(target ? { type: target } : {}),
    children: [
      // The inner calls are drawn as a tree, so leave out their raw bytes.
      ...call.args
        .slice(0, isMulticall ? -1 : undefined)
        .map(({ name, type, value }) => ({ label: name, type, value: print(value) })),
      ...call.calls.map((inner) => toTree(inner, call.to ?? to)),
    ],
  }
}

function print(value: unknown): string {
  return Array.isArray(value) ? value.map(print).join(', ').slice(0, 2000) : `${value}`.slice(0, 2000)
}

/** Rounds a fee up to four significant digits: it is an upper bound. */
function formatFee(fee: bigint, { symbol, price }: CoinFacts): string {
  const drop = 10n ** BigInt(Math.max(0, fee.toString().length - 4))
  const text = formatAmount(((fee + drop - 1n) / drop) * drop, { symbol: symbol ?? 'coins', decimals: 18 })
  if (price === undefined) return text
  const dollars = (Number(fee) / 1e18) * price
  return `${text} · ${dollars < 0.01 ? '< $0.01' : `$${dollars.toFixed(2)}`}`
}
