/*
 * ReCap (ERC-5573): permissions attached to a sign-in message, as base64-encoded JSON in a `urn:recap:` resource and as
 * a sentence at the end of the statement. WalletConnect uses it to request methods: `{ att: { eip155:
 * { 'request/personal_sign': [{ chains: ['eip155:1'] }] } } }`.
 *
 * The standard specifies base64url, but wallets write plain base64, both without padding. We write plain base64, which
 * all wallets read, and read both.
 */
import { isRecord } from '@portico/protocol'
import { fromAnyBase64, fromUtf8, toUtf8 } from '@portico/protocol/walletconnect'

/** The chains on which each method is allowed. An empty list means the chain of the sign-in message. */
export type Recap = Readonly<Record<string, readonly string[]>>

const prefix = 'urn:recap:'
const authorization = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** Formats the resource that requests or grants methods on chains of `eip155`. */
export function formatRecap(recap: Recap): string {
  const abilities = Object.keys(recap)
    .sort()
    .map((method) => {
      const chains = recap[method] ?? []
      return [`request/${method}`, [chains.length > 0 ? { chains } : {}]]
    })
  const bytes = toUtf8(JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } }))
  return prefix + btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')
}

/** Returns the last resource that is a ReCap. ERC-5573 allows a ReCap only in the last place. */
export function findRecap(resources: readonly string[]): string | undefined {
  return resources.findLast((resource) => resource.startsWith(prefix))
}

/** Parses a ReCap; returns `undefined` if it is malformed. Ignores abilities other than `request/…` on `eip155`. */
export function parseRecap(resource: string): Recap | undefined {
  try {
    const value: unknown = JSON.parse(fromUtf8(fromAnyBase64(resource.slice(prefix.length))))
    const att = isRecord(value) && isRecord(value.att) ? value.att : undefined
    if (!att) return undefined
    const abilities = Object.entries(isRecord(att.eip155) ? att.eip155 : {})
    return Object.fromEntries(
      abilities.flatMap(([ability, limits]) => {
        const method = /^request\/(.+)$/.exec(ability)?.[1]
        if (!method || !Array.isArray(limits)) return []
        const chains = limits.flatMap((limit: unknown) => (isRecord(limit) ? strings(limit.chains) : []))
        return [[method, [...new Set(chains)]]]
      }),
    )
  } catch {
    return undefined
  }
}

/** Appends the sentence that describes a ReCap to a statement, unless the statement already contains it. */
export function withAuthorization(statement: string | undefined, recap: Recap): string | undefined {
  const actions = Object.keys(recap).sort()
  if (statement?.includes(authorization) || actions.length === 0) return statement
  const sentence = `${authorization} (1) 'request': ${actions.map((action) => `'${action}'`).join(', ')} for 'eip155'.`
  return statement ? `${statement} ${sentence}` : sentence
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
