/*
 * ReCap (ERC-5573): what a sign-in message also allows, as JSON in base64 behind `urn:recap:` in its resources, and in
 * words at the end of its statement. WalletConnect asks for methods by it: `{ att: { eip155: { 'request/personal_sign':
 * [{ chains: ['eip155:1'] }] } } }`.
 *
 * Not obvious: the standard says base64url, wallets write the ordinary alphabet; both without padding. We write the
 * latter, which all of them read, and read both.
 */
import { fromAnyBase64, fromUtf8, toUtf8 } from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'

/** Methods and the chains they are allowed on; no chains: on that of the message. */
export type Recap = Readonly<Record<string, readonly string[]>>

const prefix = 'urn:recap:'
const authorization = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** The resource that asks for, or grants, methods on chains of `eip155`. */
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

/** The last resource that is a ReCap, as the standard has it. */
export function findRecap(resources: readonly string[]): string | undefined {
  return resources.findLast((resource) => resource.startsWith(prefix))
}

/** Reads a ReCap; `undefined` for one that is malformed. Abilities other than `request/…` on `eip155` are left out. */
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

/** A statement that says in words what a ReCap allows; the statement itself where it says so already. */
export function withAuthorization(statement: string | undefined, recap: Recap): string | undefined {
  const actions = Object.keys(recap).sort()
  if (statement?.includes(authorization) || actions.length === 0) return statement
  const words = `${authorization} (1) 'request': ${actions.map((action) => `'${action}'`).join(', ')} for 'eip155'.`
  return statement ? `${statement} ${words}` : words
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
