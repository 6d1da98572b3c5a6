import * as z from 'zod/mini'
import type { Parameter } from '../../infra/http/openapi/Operation.ts'

/** Describes a parameter in the path of an operation. */
export const inPath = (name: string, description: string, example: string): Parameter => ({
  in: 'path',
  name,
  description,
  schema: z.string(),
  example,
})

export const walletId = inPath('id', 'The ID of the wallet.', 'wlt_9b1xPq0sTk2f')
export const slotId = inPath('slotId', 'The ID of the slot.', 'slt_2mVr7c1XdQ8a')

/** A value of 32 bytes in base64url. */
export const share = 'c2hhcmUgb2YgdGhpcnR5LXR3byBieXRlcyBmb3IgeW8'

/** Describes an answer without a body. */
export const noContent = (description: string) => ({ 204: { description } })
