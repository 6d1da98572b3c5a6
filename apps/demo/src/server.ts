import { buildPage, embedJson, runPageServer, servePage } from '@portico/page-server'
import { addressesElementId } from './kit/serverAddresses.ts'
import { contentSecurityPolicy } from './server/contentSecurityPolicy.ts'
import { readSettings } from './server/readSettings.ts'

// Entry point: serves the page with settings from the environment.
await runPageServer({
  name: 'demo',
  portVariable: 'DEMO_PORT',
  readSettings: () => readSettings(process.env),
  async createPage({ settings: { dev, addresses }, server }) {
    const embed = (html: string) => embedJson(html, { id: addressesElementId, value: addresses })
    if (dev) {
      // Loads Vite, which the built page does without.
      const { createDevPage } = await import('./server/createDevPage.ts')
      return createDevPage({ server, embed })
    }
    return servePage({
      files: await buildPage({ configUrl: new URL('./server/pageConfig.ts', import.meta.url), embed }),
      policy: contentSecurityPolicy(addresses),
    })
  },
})
