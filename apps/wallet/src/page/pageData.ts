import { type SocialProvider, socialProvider } from '@portico/protocol/social'
import * as z from 'zod/mini'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { RiskLimits } from './RiskLimits.ts'

/** What is public about the social logins that the operator has set up. */
export type SocialSettings = {
  /** The client IDs at the providers; a provider without one is off. */
  clients: Partial<Record<SocialProvider, string>>
  /** URL of local providers that imitate the real ones, without a trailing slash. */
  issuers?: string | undefined
  /** URL of Farcaster's relay, without a trailing slash; absent if logins with Farcaster are off. */
  farcasterRelay?: string | undefined
}

/** What the server writes into the page. It is not taken from the URL, which a host page controls. */
export type PageData = {
  gatewayUrl: string
  vaultUrl: string
  /** The vault's encryption key, read when the wallet site started. Recovery secrets are encrypted to it. */
  vaultKey: SealingKey
  /** The gateway's encryption key, read when the wallet site started. Typed codes are encrypted to it. */
  gatewayKey: SealingKey
  riskLimits: RiskLimits
  /** Whether a page of the wallet's own origin opened this page, rather than another site or a link in a mail. */
  isOpenedByUs: boolean
  social: SocialSettings
  /** The form that a provider of social logins posted to this page, as sent. */
  posted?: string | undefined
  /** Absent if the URL names no known project. */
  project?: { id: string; name: string; origins: readonly string[] } | undefined
}

/** Id of the element that holds the data as JSON. */
export const pageDataId = 'page-data'

const sealingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
})

const pageData = z.object({
  gatewayUrl: z.string(),
  vaultUrl: z.string(),
  vaultKey: sealingKey,
  gatewayKey: sealingKey,
  riskLimits: z.object({ usd: z.number(), share: z.number() }),
  isOpenedByUs: z.boolean(),
  social: z.object({
    clients: z.partialRecord(socialProvider, z.string()),
    issuers: z.optional(z.string()),
    farcasterRelay: z.optional(z.string()),
  }),
  posted: z.optional(z.string()),
  project: z.optional(z.object({ id: z.string(), name: z.string(), origins: z.array(z.string()) })),
})

/**
 * Reads what the server wrote into the page.
 *
 * @throws {Error} if it is missing, because another server delivered the page
 */
export function readPageData(document: Document): PageData {
  const text = document.getElementById(pageDataId)?.textContent
  if (!text) throw new Error('The page contains no server data: open it through the wallet’s server.')
  return pageData.parse(JSON.parse(text))
}
