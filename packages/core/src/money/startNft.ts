import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { updateMoney } from './updateMoney.ts'

/** Starts a payment of an NFT of the connected account. */
export function startNft(kit: Kit, nft: Nft): void {
  const { standard, contractAddress, tokenId, name, image, quantity, chainId } = nft
  const from = getConnected(kit.store.getState())?.address
  if (from === undefined) return
  const contract = contractAddress.slice(contractAddress.lastIndexOf(':') + 1)
  updateMoney(kit, {
    send: {
      ...{ from, networkId: chainId as CaipNetworkId, amount: '1', unit: 'token', isMaximum: false, to: '' },
      asset: {
        ...{ nft: { standard, contract, tokenId }, nftQuantity: /^\d+$/.test(quantity) ? quantity : '1' },
        ...{ name, symbol: name, decimals: 0, image: image ?? undefined },
      },
      isLocked: false,
    },
  })
}
