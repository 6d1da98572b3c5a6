import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { Description, Fact, TreeNode, Warning } from './Description.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import { networkName } from './networkName.ts'
import { raiseRisk } from './raiseRisk.ts'
import type { CoinFacts } from './readChainFacts.ts'
import { findLookAlike } from './recipients.ts'

/** What was learnt about a transaction. All of it may be wrong or absent; the transaction itself is not. */
export type TransactionFacts = {
  simulation: SimulateResponse | undefined
  coin: CoinFacts
  /** Of the contract that is called, if it says it is a token. */
  token: TokenFacts
  isContract: boolean | undefined
  /** Addresses this account sent to before, in lower case. */
  recipients: readonly string[]
}

const dearFee = 50
const maxFacts = 12

/**
 * What a transaction does, costs, and what is unusual about it. What the bytes say comes before what a node foretells, and
 * a simulation only adds warnings: contracts can tell when they are simulated.
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
  const { to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = transaction
  const call = data === '0x' || !to ? undefined : decodeCall(data)
  const counterparty = findCounterparty(call) ?? to
  const coin: TokenFacts = { symbol: facts.coin.symbol ?? 'coins', decimals: 18 }
  const fee = gas * maxFeePerGas
  const warnings = [
    ...callWarnings(call, transaction),
    ...simulationWarnings(facts.simulation),
    ...recipientWarnings(counterparty, { ...facts, to, isCall: call !== undefined }),
    ...feeWarnings({ fee, value, price: facts.coin.price }),
  ]
  const shown: Fact[] = [
    ...changes({ transaction, call, facts, coin, address }),
    ...permissions(call, facts),
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
    facts: shown.slice(0, maxFacts),
    ...(call ? { tree: [toTree(call, to)] } : {}),
    details: [
      { label: 'From', value: address, kind: 'address' },
      { label: 'Nonce', value: `${nonce}` },
      { label: 'Gas, at most', value: formatAmount(gas, { decimals: 0 }) },
      { label: 'Price of gas, at most', value: formatAmount(maxFeePerGas, { decimals: 9, symbol: 'gwei' }) },
      { label: 'Tip for gas', value: formatAmount(maxPriorityFeePerGas, { decimals: 9, symbol: 'gwei' }) },
    ],
    raw: data,
    warnings,
    risk: raiseRisk('medium', warnings),
  }
}

/** To whom a transaction goes in the end: the receiver of tokens, or who is called. */
export function findRecipient({ to, data }: Pick<BuiltTransaction, 'to' | 'data'>): Hex | undefined {
  return to && data !== '0x' ? (findCounterparty(decodeCall(data)) ?? to) : to
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
      if (amount === 0n) return 'Take back a permission'
      return `Let somebody spend ${amount !== undefined && isUnlimited(amount) ? `all your ${what}` : formatAmount(amount ?? 0n, token)}`
    case 'decreaseAllowance':
      return 'Take back a permission'
    case 'setApprovalForAll':
      return argOf(call, 'approved') === true
        ? `Let somebody move all your ${what}`
        : 'Take back a permission'
    case undefined:
      return 'Unknown call'
    default:
      return call.calls.length > 0 ? `Make ${call.calls.length} calls at once` : `Call ${call.name}`
  }
}

/** What leaves and what comes: by the node where it could say, else by the bytes alone. */
function changes({
  transaction,
  call,
  facts: { simulation, token },
  coin,
  address,
}: {
  transaction: BuiltTransaction
  call: DecodedCall | undefined
  facts: TransactionFacts
  coin: TokenFacts
  address: Hex
}): Fact[] {
  if (simulation?.status === 'success' && simulation.complete) {
    const lines = simulation.changes.slice(0, 6).map((change): Fact => {
      const facts: TokenFacts =
        change.kind === 'native'
          ? coin
          : {
              symbol: change.symbol ?? short(change.token),
              decimals: change.decimals ?? (change.kind === 'erc20' ? undefined : 0),
            }
      const amount = formatAmount(BigInt(change.amount), facts)
      const claim = change.verified ? '' : ' (claimed)'
      const id = change.tokenId === undefined ? '' : ` #${change.tokenId}`
      return change.direction === 'out'
        ? { label: 'You send', value: `−${amount}${id}${claim}`, kind: 'out' }
        : { label: 'You receive', value: `${amount}${id}${claim}`, kind: 'in' }
    })
    // The node's word never hides what the bytes say for certain.
    if (
      transaction.value > 0n &&
      !simulation.changes.some(({ kind }) => kind === 'native') &&
      transaction.to?.toLowerCase() !== address.toLowerCase()
    )
      lines.unshift({ label: 'You send', value: `−${formatAmount(transaction.value, coin)}`, kind: 'out' })
    if (!lines.some(({ kind }) => kind === 'out')) lines.unshift({ label: 'You send', value: 'nothing' })
    if (!lines.some(({ kind }) => kind === 'in')) lines.push({ label: 'You receive', value: 'nothing' })
    return lines
  }
  const lines: Fact[] = []
  if (transaction.value > 0n || !call)
    lines.push({ label: 'You send', value: `−${formatAmount(transaction.value, coin)}`, kind: 'out' })
  if (call?.name === 'transfer')
    lines.push({ label: 'You send', value: `−${formatAmount(amountOf(call) ?? 0n, token)}`, kind: 'out' })
  return lines
}

function permissions(call: DecodedCall | undefined, { token, simulation }: TransactionFacts): Fact[] {
  const lines: Fact[] = []
  for (const inner of allCalls(call)) {
    const amount = amountOf(inner)
    if (
      (inner.name === 'approve' || inner.name === 'increaseAllowance') &&
      amount !== undefined &&
      amount > 0n
    )
      lines.push({
        label: 'May spend',
        value: isUnlimited(amount)
          ? `Everything${token.symbol ? `, all ${token.symbol}` : ''}`
          : formatAmount(amount, inner === call ? token : {}),
        kind: 'out',
      })
    if (inner.name === 'setApprovalForAll' && argOf(inner, 'approved') === true)
      lines.push({
        label: 'May move',
        value: `Everything${token.symbol ? `, all ${token.symbol}` : ''}`,
        kind: 'out',
      })
  }
  if (lines.length > 0) return lines.slice(0, 4)
  // Permissions that only the simulation saw: given by a contract in our name.
  return (simulation?.approvals ?? [])
    .filter(({ approved }) => approved)
    .slice(0, 3)
    .flatMap((approval): Fact[] => [
      {
        label: 'May spend',
        value:
          approval.amount === undefined || isUnlimited(BigInt(approval.amount))
            ? `Everything of ${approval.symbol ?? short(approval.token)}`
            : formatAmount(BigInt(approval.amount), {
                symbol: approval.symbol ?? short(approval.token),
                decimals: approval.decimals,
              }),
        kind: 'out',
      },
      { label: 'Spender', value: approval.spender, kind: 'address' },
    ])
}

function callWarnings(call: DecodedCall | undefined, { to, data }: BuiltTransaction): Warning[] {
  if (!to) return [danger('It puts a new contract on the chain. What that does cannot be shown here.')]
  const warnings: Warning[] = []
  const calls = allCalls(call)
  const isFree = calls.some((inner) => {
    const amount = amountOf(inner)
    const gives = inner.name === 'approve' || inner.name === 'increaseAllowance'
    return gives && amount !== undefined && isUnlimited(amount)
  })
  if (isFree) warnings.push(danger('There is no limit to what may be spent, now and later.'))
  if (calls.some((inner) => inner.name === 'setApprovalForAll' && argOf(inner, 'approved') === true))
    warnings.push(danger('It lets somebody move everything of this collection, now and later.'))
  if (
    calls.some(
      (inner) => argOf(inner, 'to') === to && (inner.name === 'transfer' || inner.name === 'transferFrom'),
    )
  )
    warnings.push(danger('It sends tokens to their own contract, where they would be lost.'))
  if (calls.some(({ name }) => name === undefined))
    warnings.push(note(`Unknown call ${data.slice(0, 10)}: nobody here can say what it does.`))
  return warnings
}

function simulationWarnings(simulation: SimulateResponse | undefined): Warning[] {
  if (!simulation) return [danger('Could not simulate: nobody knows what this would change.')]
  if (simulation.status === 'reverted')
    return [danger(`It would fail now${simulation.revertReason ? `: ${simulation.revertReason}` : ''}.`)]
  const warnings: Warning[] = []
  if (!simulation.complete)
    warnings.push(danger('Could not simulate all of it: more may change than is shown.'))
  if (simulation.changes.some(({ verified, direction }) => !verified && direction === 'in'))
    warnings.push(note('What you would receive is only claimed by a contract.'))
  const gives = simulation.approvals.filter(({ approved }) => approved)
  if (
    gives.some(
      ({ kind, amount }) =>
        kind === 'all' || (kind === 'erc20' && amount !== undefined && isUnlimited(BigInt(amount))),
    )
  )
    warnings.push(danger('Afterwards somebody else may take everything of a token.'))
  return warnings
}

function recipientWarnings(
  counterparty: Hex | undefined,
  {
    recipients,
    to,
    isCall,
    isContract,
  }: Pick<TransactionFacts, 'recipients' | 'isContract'> & { to: Hex | undefined; isCall: boolean },
): Warning[] {
  if (!counterparty) return []
  const warnings: Warning[] = []
  const twin = findLookAlike(counterparty, recipients)
  if (twin)
    warnings.push(
      danger(`This address only looks like ${twin}, to which you sent before. It is another one.`),
    )
  else if (!recipients.includes(counterparty.toLowerCase()))
    warnings.push(
      note(
        counterparty === to && isCall
          ? 'First time you use this contract.'
          : 'First time you send to this address. Check all of it before you approve.',
      ),
    )
  if (isCall && isContract === false)
    warnings.push(danger('There is no contract at this address: the call would do nothing.'))
  return warnings
}

function feeWarnings({
  fee,
  value,
  price,
}: {
  fee: bigint
  value: bigint
  price: number | undefined
}): Warning[] {
  if (price !== undefined && (Number(fee) / 1e18) * price > dearFee)
    return [note('The fee may be more than $50.')]
  if (value > 0n && fee * 20n > value) return [note('The fee may be more than 5 % of what you send.')]
  return []
}

function toFact(call: DecodedCall | undefined, value: Hex): Fact {
  const gives = call?.name !== 'transfer' && call?.name !== 'transferFrom' && !call?.name?.startsWith('safe')
  return { label: gives ? 'Spender' : 'To', value, kind: 'address' }
}

function contractLabel(call: DecodedCall | undefined): string {
  return call?.name === undefined ? 'Contract' : 'Token'
}

/** Whom a token call is really about; undefined for calls that are about the contract itself. */
function findCounterparty(call: DecodedCall | undefined): Hex | undefined {
  const value = call && (argOf(call, 'to') ?? argOf(call, 'spender') ?? argOf(call, 'operator'))
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value as Hex) : undefined
}

function amountOf(call: DecodedCall): bigint | undefined {
  const value = argOf(call, 'amount') ?? argOf(call, 'addedValue') ?? argOf(call, 'value')
  return typeof value === 'bigint' ? value : undefined
}

function argOf(call: DecodedCall, name: string): unknown {
  return call.args.find((arg) => arg.name === name)?.value
}

function allCalls(call: DecodedCall | undefined): DecodedCall[] {
  return call ? [call, ...call.calls.flatMap(allCalls)] : []
}

function toTree(call: DecodedCall & { to?: string | undefined }, to: string | undefined): TreeNode {
  const target = call.to ?? to
  const isMulticall = call.calls.length > 0
  return {
    label: call.name ?? `Unknown call ${call.selector}`,
    ...(target ? { type: target } : {}),
    children: [
      // The list of calls is drawn as calls, and not as bytes once more.
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

/** Upwards, and to four digits that count: a fee is an upper bound, not an amount. */
function formatFee(fee: bigint, { symbol, price }: CoinFacts): string {
  const drop = 10n ** BigInt(Math.max(0, fee.toString().length - 4))
  const text = formatAmount(((fee + drop - 1n) / drop) * drop, { symbol: symbol ?? 'coins', decimals: 18 })
  if (price === undefined) return text
  const dollars = (Number(fee) / 1e18) * price
  return `${text} · ${dollars < 0.01 ? '< $0.01' : `$${dollars.toFixed(2)}`}`
}

function short(address: string | undefined): string {
  return address ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'tokens'
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
