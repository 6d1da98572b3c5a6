import { startNft } from '@portico/core/money'
import type { Nft } from '@portico/protocol/gateway'
import { useState } from 'react'
import { text } from '../../../copy.ts'
import { useNfts } from '../../../data/useNfts.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { gatewayImage } from '../../../parts/gatewayImage.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { LoadMore } from './LoadMore.tsx'
import { QueryContent } from './QueryContent.tsx'
import { ReceiveAction } from './ReceiveAction.tsx'
import { walletFeatures } from './walletFeatures.ts'

/** Shows the NFTs the account holds. */
export function NftsTab() {
  const { kit, router } = useScope()
  const query = useNfts()
  const canSend = useKitState((state) => walletFeatures(kit, state).some(({ id }) => id === 'send'))
  const send = (nft: Nft) => {
    startNft(kit, nft)
    router.push({ name: 'send' })
  }
  return (
    <QueryContent
      query={query}
      icon="image"
      shape="tile"
      empty={
        <Notice icon="image" title={text('nfts.empty')} help={text('nfts.emptyHelp')}>
          <ReceiveAction />
        </Notice>
      }
    >
      {(nfts) => (
        <>
          <ul className="tiles">
            {nfts.map((nft) => (
              <li className="tile" key={`${nft.contractAddress}/${nft.tokenId}`}>
                <NftPicture nft={nft} />
                <bdi className="line">{nft.name}</bdi>
                <small className="line">
                  <bdi>{nft.collection.name}</bdi>
                  {nft.quantity !== '1' && (
                    <>
                      {' '}
                      <bdi>{text('nfts.quantity', { count: nft.quantity })}</bdi>
                    </>
                  )}
                </small>
                {canSend && (
                  <Button
                    kind="link"
                    label={text('nfts.send', { name: nft.name })}
                    onClick={() => void send(nft)}
                  >
                    {text('account.send')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
    </QueryContent>
  )
}

function NftPicture({ nft }: { nft: Nft }) {
  const { kit } = useScope()
  const [failed, setFailed] = useState(false)
  const src = gatewayImage(nft.image, kit.options.gatewayUrl)
  return (
    <span className="tile-picture">
      {src && !failed ? (
        <img src={src} alt="" loading="lazy" draggable={false} onError={() => setFailed(true)} />
      ) : (
        <Icon name="image" size={28} />
      )}
    </span>
  )
}
