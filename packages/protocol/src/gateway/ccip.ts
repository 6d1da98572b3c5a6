import * as z from 'zod/mini'

/** `POST /ccip`: the request of a contract, sent by a client (ERC-3668). */
export const ccipRequest = z.object({ sender: z.string(), data: z.string() })
export type CcipRequest = z.infer<typeof ccipRequest>

/** `GET /ccip/{sender}/{data}.json` and `POST /ccip`: the signed response for the contract. */
export const ccipResponse = z.object({ data: z.string() })
export type CcipResponse = z.infer<typeof ccipResponse>

/** An error in the format of ERC-3668. */
export const ccipError = z.object({ message: z.string() })
export type CcipError = z.infer<typeof ccipError>
