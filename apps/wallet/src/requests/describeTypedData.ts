import type { Hex } from 'viem'
import type { Description, Fact, Warning } from '../approve/Description.ts'
import { findHidden } from '../ui/readableText.ts'
import type { DescribeContext } from './describeMessage.ts'
import type { TokenFacts } from './formatAmount.ts'
import { type HashedTypedData, hashTypedData } from './hashTypedData.ts'
import { networkName } from './networkName.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { raiseRisk } from './raiseRisk.ts'
import { readTypedData } from './readTypedData.ts'
import { recogniseTypedData } from './recogniseTypedData.ts'
import { danger } from './typedData/danger.ts'
import { isStandardType } from './typedData/isStandardType.ts'
import { listFields } from './typedData/listFields.ts'
import type { RecognisedTypedData } from './typedData/RecognisedTypedData.ts'
import { refuseDelegation } from './typedData/refuseDelegation.ts'

export type DescribedTypedData = {
  description: Description
  hash: Hex
  /** Tokens whose symbol and decimals the description shows, in lower case. */
  tokens: string[]
}

/**
 * Describes an `eth_signTypedData_v4` request. Data for another network than the chosen one is refused, and so is data that hands
 * over the account. Everything is high risk, except for revoking a permission: a signature can be worth everything that the account
 * holds, and its value is not known here.
 *
 * @param context.tokens what is known about tokens, by address in lower case
 * @throws {RequestRefusedError}
 */
export function describeTypedData(
  params: unknown,
  {
    tokens = new Map(),
    ...context
  }: DescribeContext & { tokens?: ReadonlyMap<string, TokenFacts> | undefined },
): DescribedTypedData {
  if (!Array.isArray(params) || params.length !== 2)
    refuse('eth_signTypedData_v4 takes [address, typed data].')
  const [address, data] = params as [unknown, unknown]
  if (typeof address !== 'string' || address.toLowerCase() !== context.address.toLowerCase())
    refuse('The data is for another account than the one that is connected.')
  const typed = readTypedData(data)
  const hashed = hashTypedData(typed)
  const { primaryType } = typed
  const { domain, message } = hashed
  const { chainId } = domain
  const isBound = typeof chainId === 'bigint'
  if (isBound && `eip155:${chainId}` !== context.chainId)
    refuse(`This data is for the network eip155:${chainId}, but ${context.chainId} is selected.`)
  refuseDelegation({ primaryType, domain, message, address: context.address })

  const isStandard = isStandardType(hashed.type)
  const shown = new Set<string>()
  const tokenOf = (token: string): TokenFacts => {
    shown.add(token.toLowerCase())
    return tokens.get(token.toLowerCase()) ?? {}
  }
  const known = recogniseTypedData({ ...context, primaryType, isStandard, domain, message, tokenOf })
  const { title, facts, risk, warnings: ownWarnings } = known ?? describeUnknown(primaryType, hashed)
  const warnings: Warning[] = [...ownWarnings, ...hiddenWarnings(hashed)]
  if (known && !isStandard)
    warnings.push(danger('Its format is not the usual one. It may do more than is shown here.'))
  if (!isBound)
    warnings.push({ level: 'note', text: 'It is valid on every network, not only on the selected one.' })
  return {
    description: {
      name: 'signature',
      title,
      facts: [...facts, ...domainFacts(domain, facts)],
      tree: [
        { label: primaryType, children: hashed.messageTree },
        { label: 'Domain', children: hashed.domainTree },
      ],
      details: [
        { label: 'Account', value: context.address, kind: 'address' },
        { label: 'Hash', value: hashed.hash },
      ],
      raw: typeof data === 'string' ? data : JSON.stringify(data, undefined, 2),
      warnings,
      risk: raiseRisk(risk, warnings),
    },
    hash: hashed.hash,
    tokens: [...shown],
  }
}

function describeUnknown(primaryType: string, { message }: HashedTypedData): RecognisedTypedData {
  return {
    title: `Sign ${primaryType}`,
    facts: listFields('message', message),
    warnings: [
      danger(
        'This wallet does not know what this data does. Whoever has the signature may be able to take what you own.',
      ),
    ],
    risk: 'high',
  }
}

function domainFacts(
  { name, verifyingContract, chainId }: HashedTypedData['domain'],
  shown: readonly Fact[],
): Fact[] {
  const facts: Fact[] = []
  if (typeof name === 'string') facts.push({ label: 'Says it is for', value: name, kind: 'claim' })
  if (typeof verifyingContract === 'string' && !shown.some(({ value }) => value === verifyingContract))
    facts.push({ label: 'Contract', value: verifyingContract, kind: 'address' })
  if (typeof chainId === 'bigint') facts.push({ label: 'Network', value: networkName(`eip155:${chainId}`) })
  return facts
}

function hiddenWarnings({ domain, message }: HashedTypedData): Warning[] {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) collect(part)
  }
  collect(domain)
  collect(message)
  // Join first: one long text is checked faster than thousands of short ones.
  const found = findHidden(texts.join('\n'))
  if (found === 'direction')
    return [
      {
        level: 'danger',
        text: 'It contains characters that change the reading direction. It may not say what it seems to.',
      },
    ]
  if (found === 'invisible')
    return [{ level: 'note', text: 'It contains invisible characters. They are marked.' }]
  return []
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
