import { getPhone, type ListedWallet, track } from '@portico/core'
import { type CopyId, text } from '../../../copy.ts'
import { useWallets } from '../../../data/useWallets.ts'
import { Icon, type IconName } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

type LinkName = 'chrome_store' | 'app_store' | 'play_store' | 'webapp_link' | 'homepage'

const links: readonly { name: LinkName; label: CopyId; icon: IconName; phone?: 'ios' | 'android' }[] = [
  { name: 'chrome_store', label: 'get.chrome', icon: 'receive' },
  { name: 'app_store', label: 'get.ios', icon: 'receive', phone: 'ios' },
  { name: 'play_store', label: 'get.android', icon: 'receive', phone: 'android' },
  { name: 'webapp_link', label: 'get.web', icon: 'wallet' },
  { name: 'homepage', label: 'get.homepage', icon: 'wallet' },
]

/** A wallet that cannot connect here: where to get it. */
export function GetWalletView({ view }: { view: View }) {
  const wallet: ListedWallet = view.name === 'get-wallet' ? view.wallet : { id: '', name: '' }
  const hasLinks = links.some(({ name }) => wallet[name] !== undefined)
  return hasLinks ? <Downloads wallet={wallet} /> : <LookedUp wallet={wallet} />
}

/** Of a wallet that was used before only the name is kept; the rest is asked for. */
function LookedUp({ wallet }: { wallet: ListedWallet }) {
  const { data, status, unavailable } = useWallets({ include: [wallet.id], entries: 1 })
  return <Downloads wallet={{ ...wallet, ...data?.[0] }} isPending={status === 'pending' && !unavailable} />
}

function Downloads({ wallet, isPending = false }: { wallet: ListedWallet; isPending?: boolean }) {
  const { kit } = useScope()
  const phone = getPhone()
  const offered = links
    .flatMap((link) => ({ ...link, href: webAddress(wallet[link.name]) }))
    .filter((link) => link.href !== undefined)
    // On a phone its own store comes first, and an extension is of no use.
    .filter(({ name }) => !phone || name !== 'chrome_store')
    .toSorted((a, b) => Number(b.phone === phone && !!phone) - Number(a.phone === phone && !!phone))
  return (
    <div className="body">
      <div className="center">
        <Picture listed={wallet.image_url} name={wallet.name} size={80} />
        <div className="center-words" role="status">
          <h2>
            <Text id="get.heading" values={{ wallet: wallet.name }} />
          </h2>
          <p>{text(offered.length > 0 || isPending ? 'get.help' : 'get.none')}</p>
        </div>
      </div>
      <ul className="rows">
        {offered.map(({ name, label, icon, href }, index) => (
          <li key={name}>
            <a
              className="row"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              data-autofocus={index === 0 || undefined}
              onClick={() => track(kit, 'GET_WALLET', { name: wallet.name, type: name })}
            >
              <span className="medal" data-shape="square">
                <Icon name={icon} />
              </span>
              <span className="grow line">{text(label)}</span>
              <Icon name="chevron" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** An application's own wallet may name anything: only addresses of the web become links. */
function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}
