import type { Address, Hex } from 'viem'
import { concatHex, encodeDeployData } from 'viem/utils'
import type { SponsorPaymasterTerms } from './SponsorPaymasterTerms.ts'
import { sponsorPaymasterArtifact } from './sponsorPaymasterArtifact.ts'

/**
 * The deployment proxy that has this address on every network: it creates the code after the first 32 bytes with CREATE2, and with
 * those as the salt.
 */
const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt: Hex = `0x${'00'.repeat(32)}`

/**
 * Returns the call that creates a SponsorPaymaster at `sponsorPaymasterAddress(terms)`. Anybody may send it. It reverts if the
 * contract is already there, and on a network without the deployment proxy it does nothing.
 *
 * @see https://github.com/Arachnid/deterministic-deployment-proxy
 * @example
 * const hash = await wallet.sendTransaction(sponsorPaymasterDeployCall({ owner, signer, maxCost: parseEther('0.01') }))
 */
export function sponsorPaymasterDeployCall(terms: SponsorPaymasterTerms): { to: Address; data: Hex } {
  return { to: deployer, data: concatHex([salt, sponsorPaymasterCreation(terms)]) }
}

/** Returns the creation code of a SponsorPaymaster with the parameters of its constructor. */
export function sponsorPaymasterCreation({ owner, signer, maxCost }: SponsorPaymasterTerms): Hex {
  const { abi, creationCode: bytecode } = sponsorPaymasterArtifact
  return encodeDeployData({ abi, bytecode, args: [owner, signer, maxCost] })
}
