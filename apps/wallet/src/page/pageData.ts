import * as z from 'zod/mini'
import type { SealingKey } from '../keys/sealToVault.ts'
import type { RiskLimits } from './RiskLimits.ts'

/** What the server writes into the page. It is not taken from the URL, which a host page controls. */
export type PageData = {
  gatewayUrl: string
  vaultUrl: string
  /** The vault's encryption key, read when the wallet site started. Codes and recovery secrets are encrypted to it. */
  vaultKey: SealingKey
  riskLimits: RiskLimits
  /** Whether a page of the wallet's own origin opened this page, rather than another site or a link in a mail. */
  isOpenedByUs: boolean
  /** Absent if the URL names no known project. */
  project?: { id: string; name: string; origins: readonly string[] } | undefined
}

/** Id of the element that holds the data as JSON. */
export const pageDataId = 'page-data'

const pageData = z.object({
  gatewayUrl: z.string(),
  vaultUrl: z.string(),
  vaultKey: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    kid: z.string(),
  }),
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
