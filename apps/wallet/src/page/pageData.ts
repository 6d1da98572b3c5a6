import * as z from 'zod/mini'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { RiskLimits } from './RiskLimits.ts'

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
