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

export type DescribedTypedData = {
  description: Description
  hash: Hex
  /** Contract of the token that a permission is for, if it is a permission. */
  token: string | undefined
}

/**
 * Describes an `eth_signTypedData_v4` request. Data for another network than the chosen one is refused; permissions without a
 * limit, or valid for more than a year, are high risk.
 *
 * @throws {RequestRefusedError}
 */
export function describeTypedData(
  params: unknown,
  { token, ...context }: DescribeContext & { token?: TokenFacts | undefined },
): DescribedTypedData {
  if (!Array.isArray(params) || params.length !== 2)
    refuse('eth_signTypedData_v4 takes [address, typed data].')
  const [address, data] = params as [unknown, unknown]
  if (typeof address !== 'string' || address.toLowerCase() !== context.address.toLowerCase())
    refuse('The data is for another account than the one that is connected.')
  const typed = readTypedData(data)
  const hashed = hashTypedData(typed)
  const { chainId } = hashed.domain
  const isBound = typeof chainId === 'bigint'
  if (isBound && `eip155:${chainId}` !== context.chainId)
    refuse(`This data is for the network eip155:${chainId}, but ${context.chainId} is selected.`)

  const { primaryType } = typed
  const { domain, message } = hashed
  const known = recogniseTypedData({ primaryType, domain, message, now: context.now, token })
  const warnings: Warning[] = [...(known?.warnings ?? []), ...hiddenWarnings(hashed)]
  if (!isBound)
    warnings.push({ level: 'note', text: 'It is valid on every network, not only on the selected one.' })
  return {
    description: {
      name: 'signature',
      title: known?.title ?? `Sign ${primaryType}`,
      facts: [...(known?.facts ?? []), ...domainFacts(domain, known !== undefined)],
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
      risk: raiseRisk('low', warnings),
    },
    hash: hashed.hash,
    token: known ? tokenOf(hashed) : undefined,
  }
}

function domainFacts(
  { name, verifyingContract, chainId }: HashedTypedData['domain'],
  isKnown: boolean,
): Fact[] {
  const facts: Fact[] = []
  if (typeof name === 'string') facts.push({ label: 'For', value: name, kind: 'claim' })
  if (!isKnown && typeof verifyingContract === 'string')
    facts.push({ label: 'Contract', value: verifyingContract, kind: 'address' })
  if (typeof chainId === 'bigint') facts.push({ label: 'Network', value: networkName(`eip155:${chainId}`) })
  return facts
}

/** Returns the token of a permission: the verifying contract of a Permit, or the token in the message of Permit2. */
function tokenOf({ domain, message }: HashedTypedData): string | undefined {
  const details = message.details ?? message.permitted
  const named =
    typeof details === 'object' && !Array.isArray(details)
      ? (details as Record<string, unknown>).token
      : details === undefined &&
          !('offer' in message) &&
          !('operation' in message) &&
          !('callData' in message)
        ? domain.verifyingContract
        : undefined
  return typeof named === 'string' && /^0x[0-9a-fA-F]{40}$/.test(named) ? named : undefined
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
