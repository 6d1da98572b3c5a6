import { createPage } from './page/createPage.ts'
import { addressesElementId, type ServerAddresses } from './serverAddresses.ts'

const text = document.getElementById(addressesElementId)?.textContent
if (!text) throw new Error('The page contains no server addresses. Open it through `npm start`.')
const { relayUrl, chains } = JSON.parse(text) as ServerAddresses

const page = createPage(chains)
try {
  // Show the page before loading the clients, which are large.
  const [{ createWalletKit }, { createCompanion }] = await Promise.all([
    import('./wallet/createWalletKit.ts'),
    import('./wallet/createCompanion.ts'),
  ])
  const kit = await createWalletKit({ relayUrl })
  page.attach(createCompanion({ kit, chains, onChange: page.render, showStatus: page.showStatus }))
} catch (error) {
  page.showStatus('The wallet could not start. Reload the page.')
  throw error
}
