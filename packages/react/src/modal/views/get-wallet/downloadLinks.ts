import { getPhone, type ListedWallet } from '@portico/core'
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

/** Where a wallet can be had, the visitor's own store first. */
export function downloadLinks(wallet: ListedWallet) {
  const phone = getPhone()
  return (
    links
      .flatMap((link) => ({ ...link, href: webAddress(wallet[link.name]) }))
      .filter((link) => link.href !== undefined)
      // On a phone its own store comes first, and an extension is of no use.
      .filter(({ name }) => !phone || name !== 'chrome_store')
      .toSorted((a, b) => Number(b.phone === phone && !!phone) - Number(a.phone === phone && !!phone))
  )
}

/** An application's own wallet may name anything: only addresses of the web become links. */
function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}
