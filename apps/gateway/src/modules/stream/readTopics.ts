import { type CaipNetworkId, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { FieldProblem } from '@portico/server'
import { namespaceOf, namespaceRules } from '../../chains/namespaceRules.ts'
import { Problem } from '../../infra/http/Problem.ts'

/** A topic about a network. */
export type ChainTopic = { name: string; chain: CaipNetworkId } & (
  | { kind: 'balances' | 'activity'; account: string }
  | { kind: 'tx'; hash: string }
  /** `asset`: a token's address, or `native`. */
  | { kind: 'price'; asset: string }
  | { kind: 'chain' }
)

/** A topic a client can subscribe to. Equal topics have the same `name`, with hexadecimal in lower case. */
export type Topic =
  | ChainTopic
  /** A purchase; it belongs to no network. */
  | { name: string; chain?: undefined; kind: 'onramp'; session: string }

const maxTopics = 50

/**
 * Parses `topics`: a comma-separated list of `balances:<caip10>`, `activity:<caip10>`, `tx:<caip2>:<hash>`,
 * `chain:<caip2>`, `price:<caip19>` and `onramp:<session>`.
 *
 * @throws {Problem} `invalid-request` or `chain-not-supported`, with the index of the topic.
 */
export function readTopics({
  text,
  chains,
}: {
  text: string | undefined
  chains: ReadonlyMap<CaipNetworkId, unknown>
}): Topic[] {
  const names = [...new Set((text ?? '').split(',').filter((name) => name !== ''))]
  if (names.length === 0 || names.length > maxTopics) {
    const detail = `Must be 1 to ${maxTopics} topics, separated by commas; got ${names.length}.`
    throw new Problem('invalid-request', {
      detail: `topics: ${detail}`,
      errors: [{ pointer: 'topics', detail }],
    })
  }
  const topics = new Map<string, Topic>()
  const errors: FieldProblem[] = []
  const unsupported: FieldProblem[] = []
  for (const [index, name] of names.entries()) {
    const topic = readTopic(name)
    const pointer = `topics/${index}`
    if (!topic)
      errors.push({
        pointer,
        detail:
          'Must be balances:<CAIP-10>, activity:<CAIP-10>, tx:<CAIP-2>:<hash>, chain:<CAIP-2>, price:<CAIP-19> or onramp:<session>.',
      })
    else if (topic.chain !== undefined && !chains.has(topic.chain))
      unsupported.push({ pointer, detail: `This gateway has no upstream for ${topic.chain}.` })
    else topics.set(topic.name, topic)
  }
  const fieldErrors = errors.length > 0 ? errors : unsupported
  if (fieldErrors.length > 0)
    throw new Problem(errors.length > 0 ? 'invalid-request' : 'chain-not-supported', {
      detail: `topics: ${fieldErrors[0]?.detail}`,
      errors: fieldErrors,
    })
  return [...topics.values()]
}

/** Parses one topic, with hexadecimal in any case; undefined if it is invalid. */
export function readTopic(text: string): Topic | undefined {
  const at = text.indexOf(':')
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)]
  switch (kind) {
    case 'balances':
    case 'activity': {
      if (!isCaipAddress(rest)) return undefined
      const { namespace, reference, address } = parseCaipAddress(rest)
      const chain = `${namespace}:${reference}` as CaipNetworkId
      const knownNamespace = namespaceOf(chain)
      const account = knownNamespace ? namespaceRules[knownNamespace].readAddress(address) : address
      if (
        account === undefined ||
        (knownNamespace && !namespaceRules[knownNamespace].isOn(account, reference))
      )
        return undefined
      return { kind, chain, account, name: `${kind}:${chain}:${account}` }
    }
    case 'tx': {
      const [, chain, hash = ''] = /^(.+):(0x[0-9a-f]{64})$/i.exec(rest) ?? []
      if (!isCaipNetworkId(chain)) return undefined
      return { kind, chain, hash: hash.toLowerCase(), name: `tx:${chain}:${hash.toLowerCase()}` }
    }
    case 'chain':
      return isCaipNetworkId(rest) ? { kind, chain: rest, name: `chain:${rest}` } : undefined
    case 'price': {
      const [, chain, asset = '', token] = /^([^/]+)\/(slip44:60|erc20:(0x[0-9a-f]{40}))$/i.exec(rest) ?? []
      if (!isCaipNetworkId(chain)) return undefined
      return {
        kind,
        chain,
        asset: token?.toLowerCase() ?? 'native',
        name: `price:${chain}/${asset.toLowerCase()}`,
      }
    }
    case 'onramp':
      return /^[0-9a-f]{32}$/i.test(rest)
        ? { kind, session: rest.toLowerCase(), name: `onramp:${rest.toLowerCase()}` }
        : undefined
    default:
      return undefined
  }
}
