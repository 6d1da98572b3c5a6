import { getPhone, type ListedWallet } from '@portico/core/internal'
import type { CopyId } from '../../../copy.ts'
import type { IconName } from '../../../icons/Icon.tsx'

type LinkName = 'chrome_store' | 'app_store' | 'play_store' | 'webapp_link' | 'homepage'

type Platform = 'desktop' | 'ios' | 'android'

const links: readonly { name: LinkName; label: CopyId; icon: IconName; platform?: Platform }[] = [
  { name: 'chrome_store', label: 'get.chrome', icon: 'receive', platform: 'desktop' },
  { name: 'app_store', label: 'get.ios', icon: 'receive', platform: 'ios' },
  { name: 'play_store', label: 'get.android', icon: 'receive', platform: 'android' },
  { name: 'webapp_link', label: 'get.web', icon: 'wallet' },
  { name: 'homepage', label: 'get.homepage', icon: 'wallet' },
]

/** Returns the download links of a wallet. On a phone, the only store is that of its platform. */
export function downloadLinks(wallet: ListedWallet) {
  const phone = getPhone()
  return links
    .filter(({ platform }) => !phone || !platform || platform === phone)
    .flatMap((link) => ({ ...link, href: webAddress(wallet[link.name]) }))
    .filter(({ href }) => href !== undefined)
}

/** Returns the value if it is an HTTP(S) URL: custom wallets may contain anything. */
function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}
