import type { Transfer } from '@portico/protocol/gateway'

/** Characters of an inline preview. A page has many of them, so each must be small; the NFT list allows larger ones. */
const maxPreview = 64 * 1024

/** Returns the content of an NFT with this image, as activity has it; null if there is none or it is too large. */
export function toNftContent(image: string | null | undefined): NonNullable<Transfer['nft_info']>['content'] {
  if (!image || image.length > maxPreview) return null
  return { preview: { url: image, content_type: /^data:([^;,]+)/.exec(image)?.[1] ?? null } }
}
