import type { Address } from 'viem'
import { getContractAddress, sliceHex } from 'viem/utils'
import type { SponsorPaymasterTerms } from './SponsorPaymasterTerms.ts'
import { sponsorPaymasterDeployCall } from './sponsorPaymasterDeployCall.ts'

/**
 * Returns the address of the SponsorPaymaster with these terms, the same on every network, whether it is deployed or not. No other
 * code can be there: the address follows from the hash of the code and of the terms.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1014
 * @example
 * const paymaster = sponsorPaymasterAddress({ owner, signer, maxCost: parseEther('0.01') })
 */
export function sponsorPaymasterAddress(terms: SponsorPaymasterTerms): Address {
  const { to, data } = sponsorPaymasterDeployCall(terms)
  return getContractAddress({
    opcode: 'CREATE2',
    from: to,
    salt: sliceHex(data, 0, 32),
    bytecode: sliceHex(data, 32),
  })
}
