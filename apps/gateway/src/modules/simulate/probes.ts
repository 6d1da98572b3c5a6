import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Hex } from '../../chains/shared/Chain.ts'
import type { Claims } from './readClaims.ts'

/** A call that reads the state a claim is about, to verify the claim. */
export type Probe = { key: string; to: string; data: Hex }

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function getApproved(uint256 id) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])
const abi1155 = parseAbi(['function balanceOf(address account, uint256 id) view returns (uint256)'])
const maxProbes = 60

/** Returns the probes for the claims of a simulation. Claims beyond the limit stay unverified. */
export function probesOf({ movements, approvals }: Claims, account: string): Probe[] {
  const owner = getAddress(account)
  const probes = [
    ...movements.map(({ key, kind, token, tokenId }) => ({
      key,
      to: token,
      data:
        kind === 'erc20'
          ? encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] })
          : kind === 'erc721'
            ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(tokenId ?? 0)] })
            : encodeFunctionData({
                abi: abi1155,
                functionName: 'balanceOf',
                args: [owner, BigInt(tokenId ?? 0)],
              }),
    })),
    ...approvals.map(({ key, kind, token, spender, tokenId }) => ({
      key,
      to: token,
      data:
        kind === 'erc20'
          ? encodeFunctionData({ abi, functionName: 'allowance', args: [owner, getAddress(spender)] })
          : kind === 'erc721'
            ? encodeFunctionData({ abi, functionName: 'getApproved', args: [BigInt(tokenId ?? 0)] })
            : encodeFunctionData({
                abi,
                functionName: 'isApprovedForAll',
                args: [owner, getAddress(spender)],
              }),
    })),
  ]
  return probes.slice(0, maxProbes)
}
