import { createPage } from './page/createPage.ts'
import { addressesElementId, type ServerAddresses } from './serverAddresses.ts'

const text = document.getElementById(addressesElementId)?.textContent
if (!text) throw new Error('This page does not say where its servers are: open it through `npm start`.')
const { relayUrl, chains } = JSON.parse(text) as ServerAddresses

const page = createPage(chains)
try {
  // The page stands before the clients are here: they are large.
  const [{ createWalletKit }, { createCompanion }] = await Promise.all([
    import('./wallet/createWalletKit.ts'),
    import('./wallet/createCompanion.ts'),
  ])
  const kit = await createWalletKit({ relayUrl })
  page.follow(createCompanion({ kit, chains, onChange: page.render, say: page.say }))
} catch (error) {
  page.say('The wallet could not start: reload the page.')
  throw error
}
