import { getPhone, type ListedWallet } from '@portico/core/internal'
import type { CopyId } from '../../../copy.ts'
import type { IconName } from '../../../icons/Icon.tsx'

type LinkName = 'chrome_store' | 'app_store' | 'play_store' | 'webapp_link' | 'homepage'

const links: readonly { name: LinkName; label: CopyId; icon: IconName; phone?: 'ios' | 'android' }[] = [
  { name: 'chrome_store', label: 'get.chrome', icon: 'receive' },
  { name: 'app_store', label: 'get.ios', icon: 'receive', phone: 'ios' },
  { name: 'play_store', label: 'get.android', icon: 'receive', phone: 'android' },
  { name: 'webapp_link', label: 'get.web', icon: 'wallet' },
  { name: 'homepage', label: 'get.homepage', icon: 'wallet' },
]

/** Returns the download links of a wallet, the app store of the visitor's phone first. */
export function downloadLinks(wallet: ListedWallet) {
  const phone = getPhone()
  return (
    links
      .flatMap((link) => ({ ...link, href: webAddress(wallet[link.name]) }))
      .filter((link) => link.href !== undefined)
      // Extensions cannot be installed on a phone.
      .filter(({ name }) => !phone || name !== 'chrome_store')
      .toSorted((a, b) => Number(b.phone === phone && !!phone) - Number(a.phone === phone && !!phone))
  )
}

/** Returns the value if it is an HTTP(S) URL: custom wallets may contain anything. */
function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}
