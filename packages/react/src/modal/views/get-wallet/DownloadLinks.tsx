import { type ListedWallet, track } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { downloadLinks } from './downloadLinks.ts'

/** Links to a wallet's app stores and website. */
export function DownloadLinks({ wallet }: { wallet: ListedWallet }) {
  const { kit } = useScope()
  return (
    <ul className="rows">
      {downloadLinks(wallet).map(({ name, label, icon, href }, index) => (
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
  )
}
