import * as z from 'zod/mini'

/** `POST /ccip`: what a contract asks through somebody's client (ERC-3668). */
export const ccipRequest = z.object({ sender: z.string(), data: z.string() })
export type CcipRequest = z.infer<typeof ccipRequest>

/** `GET /ccip/{sender}/{data}.json` and `POST /ccip`: the signed answer, as the contract reads it. */
export const ccipResponse = z.object({ data: z.string() })
export type CcipResponse = z.infer<typeof ccipResponse>

/** Why there is none, in the form of ERC-3668. */
export const ccipError = z.object({ message: z.string() })
export type CcipError = z.infer<typeof ccipError>
