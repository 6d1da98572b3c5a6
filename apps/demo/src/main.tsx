// Browsers load only the Latin subset of the font, as the page has no other characters.
import '@fontsource-variable/inter/wght.css'
import './page/page.css'
import { createAppKit } from '@portico/react'
import { createRoot } from 'react-dom/client'
import { applySetup } from './kit/applySetup.ts'
import { readServerAddresses } from './kit/readServerAddresses.ts'
import { toKitOptions } from './kit/toKitOptions.ts'
import { readSetup } from './options/setup.ts'
import { Page } from './page/Page.tsx'

const addresses = readServerAddresses(document)
const { setup, problems } = readSetup(location.search)
const kitOptions = toKitOptions(setup.options, addresses, location.origin)
const kit = createAppKit(kitOptions)
applySetup(kit, setup)
// To try the methods of the instance in the browser's console.
Object.assign(window, { appKit: kit })

createRoot(document.getElementById('page') as HTMLElement).render(
  <Page kit={kit} addresses={addresses} initial={setup} problems={problems} />,
)

// After the page has rendered: this chunk is large, and a real extension would not be part of the page's code either.
if (setup.wallets !== 'none') void announce()
if (setup.options.announceEmbedded)
  void import('./kit/announceEmbeddedWallet.ts').then((file) => file.announceEmbeddedWallet(kitOptions))

// A function instead of a top-level await: if the imported chunk imports from this entry, top-level await deadlocks.
async function announce(): Promise<void> {
  const { announceDevWallets } = await import('./kit/announceDevWallets.ts')
  // Read the address again: the policy may have changed in the meantime.
  const { wallets, policy } = readSetup(location.search).setup
  await announceDevWallets({ wallets, policy, addresses })
}
