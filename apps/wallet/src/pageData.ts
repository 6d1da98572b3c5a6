import * as z from 'zod/mini'
import type { SealingKey } from './signer/createKeyOperations.ts'

/** What the server puts into the page: never from the page's address, where a host could write it. */
export type PageData = {
  gatewayUrl: string
  vaultUrl: string
  /** The vault's key, as it was when the wallet site last asked. Codes and recovery secrets are sealed to it. */
  vaultKey: SealingKey
  /** Whether a page of the wallet itself led here, and not one of somebody else, nor a link in a mail. */
  isOpenedByUs: boolean
  /** Absent where the address names no project that is known. */
  project?: { id: string; name: string; origins: readonly string[] } | undefined
}

/** Id of the data block in the page that holds it as JSON. */
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
  isOpenedByUs: z.boolean(),
  project: z.optional(z.object({ id: z.string(), name: z.string(), origins: z.array(z.string()) })),
})

/**
 * Reads what the server put into the page.
 *
 * @throws where it is missing: the page was not served by the wallet's own server
 */
export function readPageData(document: Document): PageData {
  const text = document.getElementById(pageDataId)?.textContent
  if (!text)
    throw new Error('This page does not say where its servers are: open it through the wallet’s server.')
  return pageData.parse(JSON.parse(text))
}
