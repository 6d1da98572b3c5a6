import { base58 } from '@scure/base'
import { deriveAddress } from './deriveAddress.ts'
import { programs } from './programs.ts'

/**
 * Derives the address at which an owner keeps a token (the associated token account).
 *
 * @param parameters.program the token program of the mint
 */
export function tokenAccountAddress({
  owner,
  mint,
  program,
}: {
  owner: string
  mint: string
  program: string
}): Promise<string> {
  const seeds = [owner, program, mint].map((address) => base58.decode(address))
  return deriveAddress(seeds, programs.associatedToken)
}
