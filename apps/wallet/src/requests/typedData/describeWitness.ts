import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import type { Asset } from '../Effect.ts'
import { effectText } from '../effectCopy.ts'
import { formatAmount } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { listedAtMost } from '../listedAtMost.ts'
import { networkCoin } from '../networkCoin.ts'
import { sumWorth } from '../sumWorth.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'
import { listFields } from './listFields.ts'
import { nameToken } from './nameToken.ts'
import type { RecogniseParameters, TypedFields } from './RecognisedTypedData.ts'

const zero = `0x${'0'.repeat(40)}`
const ownFields = new Set(['permitted', 'spender', 'nonce', 'deadline'])

/**
 * Describes the witness of a Permit2 transfer: the conditions that only the spender's contract enforces. The outputs of UniswapX
 * orders are described as what the visitor gets, with what it is worth; of other witnesses the values are listed.
 *
 * @see https://github.com/Uniswap/UniswapX
 */
export function describeWitness(
  parameters: RecogniseParameters,
  isDoubted: boolean,
): {
  facts: Fact[]
  warnings: Warning[]
  /** In US dollars; undefined if it is not known, or nothing is said about it. */
  gets?: number | undefined
} {
  const { message, address, assets } = parameters
  const witnesses = Object.entries(message).filter(([name]) => !ownFields.has(name))
  if (witnesses.length === 0) return { facts: [], warnings: [] }
  const outputs = witnesses.flatMap(([, witness]) => findOutputs(witness))
  const facts = witnesses.flatMap(([name, witness]) => {
    const found = findOutputs(witness)
    return found.length > 0
      ? describeOutputs(found, parameters, isDoubted)
      : listFields(`message.${name}`, witness)
  })
  const own = outputs.filter(({ recipient }) => isSame(recipient, address)).map(toAsset)
  return {
    facts,
    ...(outputs.length > 0 ? { gets: sumWorth(own, assets) } : {}),
    warnings: [danger(typedText('typed.warnings.witness'))],
  }
}

function findOutputs(witness: TypedValue): TypedFields[] {
  if (typeof witness !== 'object' || Array.isArray(witness)) return []
  const { outputs, baseOutputs } = witness as TypedFields
  const listed = outputs ?? baseOutputs
  if (!Array.isArray(listed)) return []
  const found = listed.filter((output): output is TypedFields => typeof output === 'object')
  return found.every(({ token, recipient }) => isAddress(token) && isAddress(recipient)) ? found : []
}

/** The amount falls or rises while the order is open. */
function leastOf({ startAmount, endAmount, amount }: TypedFields): bigint {
  const amounts = [startAmount, endAmount, amount].filter((one) => typeof one === 'bigint')
  return amounts.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n
}

function toAsset(output: TypedFields): Asset {
  const amount = leastOf(output)
  return output.token === zero
    ? { kind: 'coin', amount }
    : { kind: 'erc20', token: `${output.token}` as Hex, amount }
}

function isSame(one: TypedValue | undefined, other: string): boolean {
  return `${one}`.toLowerCase() === other.toLowerCase()
}

function describeOutputs(
  outputs: readonly TypedFields[],
  { address, chainId, tokenOf }: RecogniseParameters,
  isDoubted: boolean,
): Fact[] {
  const facts = outputs.slice(0, listedAtMost).flatMap((output): Fact[] => {
    const token = `${output.token}`
    const isCoin = token === zero
    const least = leastOf(output)
    const isOwn = isSame(output.recipient, address)
    return [
      {
        label: typedText(
          isOwn
            ? isDoubted
              ? 'typed.labels.youShouldGetDoubted'
              : 'typed.labels.youShouldGet'
            : 'typed.labels.otherGetsLeast',
        ),
        value: formatAmount(least, isCoin ? networkCoin(chainId) : nameToken(token, tokenOf(token))),
        ...(isOwn ? { kind: 'in' as const } : {}),
      },
      ...(isCoin
        ? []
        : [{ label: effectText('effect.labels.token'), value: token, kind: 'address' } as const]),
      ...(isOwn
        ? []
        : [
            {
              label: typedText('typed.labels.recipient'),
              value: `${output.recipient}`,
              kind: 'address',
            } as const,
          ]),
    ]
  })
  if (outputs.length > listedAtMost)
    facts.push({
      label: effectText('effect.labels.and'),
      value: typedText('typed.more.payments', { count: outputs.length - listedAtMost }),
    })
  return facts
}
