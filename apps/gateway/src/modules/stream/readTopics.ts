import { type CaipNetworkId, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { FieldProblem } from '@portico/server'
import { familyRules, namespaceOf } from '../../families/rulesOf.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'

/** What a client can follow. `name` is the same for equal topics: hexadecimal in lower case. */
export type Topic = { name: string; chain: CaipNetworkId } & (
  | { kind: 'balances' | 'activity'; account: string }
  | { kind: 'tx'; hash: string }
  /** `asset`: a token's address, or `native`. */
  | { kind: 'price'; asset: string }
  | { kind: 'chain' }
)

const maxTopics = 50

/**
 * Reads `topics`: a comma-separated list of `balances:<caip10>`, `activity:<caip10>`, `tx:<caip2>:<hash>`,
 * `chain:<caip2>` and `price:<caip19>`.
 *
 * @throws {HttpProblem} `invalid-request` or `chain-not-supported`, which name the topic by its place.
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
    const detail = `Must be 1 to ${maxTopics} topics, separated by commas; there are ${names.length}.`
    throw new HttpProblem('invalid-request', {
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
          'Must be balances:<CAIP-10>, activity:<CAIP-10>, tx:<CAIP-2>:<hash>, chain:<CAIP-2> or price:<CAIP-19>.',
      })
    else if (!chains.has(topic.chain))
      unsupported.push({ pointer, detail: `There is no node of ${topic.chain} here.` })
    else topics.set(topic.name, topic)
  }
  const wrong = errors.length > 0 ? errors : unsupported
  if (wrong.length > 0)
    throw new HttpProblem(errors.length > 0 ? 'invalid-request' : 'chain-not-supported', {
      detail: `topics: ${wrong[0]?.detail}`,
      errors: wrong,
    })
  return [...topics.values()]
}

/** One topic by its name, hexadecimal in any case; undefined if it is none. */
export function readTopic(text: string): Topic | undefined {
  const at = text.indexOf(':')
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)]
  switch (kind) {
    case 'balances':
    case 'activity': {
      if (!isCaipAddress(rest)) return undefined
      const { namespace, reference, address } = parseCaipAddress(rest)
      const chain = `${namespace}:${reference}` as CaipNetworkId
      const known = namespaceOf(chain)
      const account = known ? familyRules[known].readAddress(address) : address
      if (account === undefined || (known && !familyRules[known].isOn(account, reference))) return undefined
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
    default:
      return undefined
  }
}
