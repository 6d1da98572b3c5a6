import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import { type DecodedCall, decodeCall } from '../decodeCall.ts'
import { formatAmount, type TokenFacts } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { danger } from './danger.ts'
import { formatAllowance } from './formatAllowance.ts'
import { formatNft } from './formatNft.ts'
import { isAddress } from './isAddress.ts'

const maxCalls = 3

/**
 * Describes the contract call that a message carries: what it moves or allows, and to whom.
 *
 * @param sends the label of what the call sends, such as `You send`
 */
export function describeCall({
  sends,
  to,
  data,
  tokenOf,
}: {
  sends: string
  to: string
  data: TypedValue | undefined
  tokenOf(token: string): TokenFacts
}): { facts: Fact[]; warnings: Warning[] } {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data) || data === '0x')
    return { facts: [], warnings: [] }
  const calls = listCalls({ ...decodeCall(data as Hex), to })
  const isUnknown = calls.some(({ name }) => name === undefined)
  const facts = calls.slice(0, maxCalls).flatMap((call) => describeOne(call, sends, tokenOf))
  if (calls.length > maxCalls)
    facts.push({ label: 'And', value: `${calls.length - maxCalls} more calls, see Details` })
  return {
    facts,
    warnings: isUnknown
      ? [danger('This wallet does not know what this call does. It could take anything.')]
      : [],
  }
}

type Call = DecodedCall & { to?: string | undefined }

/** Lists the calls that have an effect: the ones inside a call that carries others. */
function listCalls(call: Call): Call[] {
  if (call.calls.length === 0) return [call]
  return call.calls.flatMap((inner) => listCalls({ ...inner, to: inner.to ?? call.to }))
}

function describeOne(call: Call, sends: string, tokenOf: (token: string) => TokenFacts): Fact[] {
  const { name, to, selector } = call
  const token = to && name !== undefined ? tokenOf(to) : {}
  const amount = argOf(call, 'amount') ?? argOf(call, 'addedValue') ?? argOf(call, 'value')
  const printed = typeof amount === 'bigint' ? printAmount(amount, token) : undefined
  const address = (label: string, argument: string): Fact[] => {
    const value = argOf(call, argument)
    return typeof value === 'string' && isAddress(value) ? [{ label, value, kind: 'address' }] : []
  }
  switch (name) {
    case undefined:
      return [{ label: 'The call', value: `unknown (${selector})` }]
    case 'transfer':
      return [{ label: sends, value: `−${printed}`, kind: 'out' }, ...address('To', 'to')]
    case 'transferFrom':
      return [
        { label: 'Moves', value: `${printed}`, kind: 'out' },
        ...address('From', 'from'),
        ...address('To', 'to'),
      ]
    case 'safeTransferFrom':
      return [
        { label: 'Moves', value: formatNft(argOf(call, 'id'), token), kind: 'out' },
        ...address('From', 'from'),
        ...address('To', 'to'),
      ]
    case 'approve':
    case 'increaseAllowance':
      return [
        {
          label: 'May spend',
          value:
            typeof amount === 'bigint' && token.decimals !== undefined
              ? formatAllowance(amount, token)
              : `${printed}`,
          kind: 'out',
        },
        ...address('Spender', 'spender'),
      ]
    case 'setApprovalForAll':
      return [
        {
          label: 'May take',
          value: argOf(call, 'approved') === true ? 'Every NFT of the collection' : 'nothing any more',
          kind: 'out',
        },
        ...address('Spender', 'operator'),
      ]
    default:
      return [
        { label: 'The call', value: name },
        ...call.args.map(({ name: label, value }): Fact => {
          const text = `${value}`.slice(0, 200)
          return {
            label: `${name}.${label}`,
            value: text,
            ...(isAddress(text) ? { kind: 'address' as const } : {}),
          }
        }),
      ]
  }
}

function argOf(call: DecodedCall, name: string): unknown {
  return call.args.find((arg) => arg.name === name)?.value
}

/** Without decimals, the number may be an amount or the number of an NFT. */
function printAmount(amount: bigint, token: TokenFacts): string {
  if (token.decimals !== undefined) return formatAmount(amount, token)
  return `${formatAmount(amount, { decimals: 0 })} base units, or NFT #${amount}`
}
