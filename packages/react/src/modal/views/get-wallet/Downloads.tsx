import type { ListedWallet } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import { DownloadLinks } from './DownloadLinks.tsx'
import { downloadLinks } from './downloadLinks.ts'

/** Shows a wallet and where to get it. */
export function Downloads({ wallet, isPending = false }: { wallet: ListedWallet; isPending?: boolean }) {
  const hasLinks = downloadLinks(wallet).length > 0
  return (
    <div className="body">
      <div className="center">
        <Picture listed={wallet.image_url} name={wallet.name} size={80} />
        <div className="center-words" role="status">
          <h2>
            <Text id="get.heading" values={{ wallet: wallet.name }} />
          </h2>
          <p>{text(hasLinks || isPending ? 'get.help' : 'get.none')}</p>
        </div>
      </div>
      <DownloadLinks wallet={wallet} />
    </div>
  )
}
