import type { Fact, Warning } from '../../approve/Description.ts'
import { formatAmount } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { networkCoin } from '../networkCoin.ts'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'
import { listFields } from './listFields.ts'
import { nameToken } from './nameToken.ts'
import type { RecogniseParameters, TypedFields } from './RecognisedTypedData.ts'

const zero = `0x${'0'.repeat(40)}`
const ownFields = new Set(['permitted', 'spender', 'nonce', 'deadline'])
const maxOutputs = 3

/**
 * Describes the witness of a Permit2 transfer: the conditions that only the spender's contract enforces. The outputs of UniswapX
 * orders are described as what the visitor gets; of other witnesses the values are listed.
 *
 * @see https://github.com/Uniswap/UniswapX
 */
export function describeWitness(parameters: RecogniseParameters): { facts: Fact[]; warnings: Warning[] } {
  const { message } = parameters
  const witnesses = Object.entries(message).filter(([name]) => !ownFields.has(name))
  if (witnesses.length === 0) return { facts: [], warnings: [] }
  const facts = witnesses.flatMap(([name, witness]) => {
    const outputs = findOutputs(witness)
    return outputs.length > 0 ? describeOutputs(outputs, parameters) : listFields(name, witness)
  })
  return {
    facts,
    warnings: [
      danger('Whether you get anything in return is up to the spender: the wallet cannot make sure of it.'),
    ],
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

function describeOutputs(
  outputs: readonly TypedFields[],
  { address, chainId, tokenOf }: RecogniseParameters,
): Fact[] {
  const facts = outputs.slice(0, maxOutputs).flatMap((output): Fact[] => {
    const token = `${output.token}`
    const isCoin = token === zero
    // The amount falls or rises while the order is open: show the least.
    const amounts = [output.startAmount, output.endAmount, output.amount].filter(
      (amount) => typeof amount === 'bigint',
    )
    const least = amounts.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n
    const isOwn = `${output.recipient}`.toLowerCase() === address.toLowerCase()
    return [
      {
        label: isOwn ? 'You should get, at least' : 'Someone else gets, at least',
        value: formatAmount(least, isCoin ? networkCoin(chainId) : nameToken(token, tokenOf(token))),
        ...(isOwn ? { kind: 'in' as const } : {}),
      },
      ...(isCoin ? [] : [{ label: 'Token', value: token, kind: 'address' } as const]),
      ...(isOwn ? [] : [{ label: 'Recipient', value: `${output.recipient}`, kind: 'address' } as const]),
    ]
  })
  if (outputs.length > maxOutputs)
    facts.push({ label: 'And', value: `${outputs.length - maxOutputs} more payments; see Details` })
  return facts
}
