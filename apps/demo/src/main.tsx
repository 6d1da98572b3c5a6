// Browsers fetch the Latin file alone, as the page has no other letters.
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
const kit = createAppKit(toKitOptions(setup.options, addresses, location.origin))
applySetup(kit, setup)

createRoot(document.getElementById('page') as HTMLElement).render(
  <Page kit={kit} addresses={addresses} initial={setup} problems={problems} />,
)

// After the page, as it is large and an extension would not be on the page's account either.
if (setup.wallets !== 'none') void announce()

// A function, for an entry that awaits a later file at its top waits for itself where that file imports from it.
async function announce(): Promise<void> {
  const { announceDevWallets } = await import('./kit/announceDevWallets.ts')
  // Its policy may have been changed meanwhile, and the address knows.
  const { wallets, policy } = readSetup(location.search).setup
  await announceDevWallets({ wallets, policy, addresses })
}
