import { buildPage, embedJson, runPageServer, servePage } from '@portico/page-server'
import { addressesElementId } from './kit/serverAddresses.ts'
import { contentSecurityPolicy } from './server/contentSecurityPolicy.ts'
import { createDevPage } from './server/createDevPage.ts'
import { pageConfig } from './server/pageConfig.ts'
import { readSettings } from './server/readSettings.ts'

// The program: a page from the environment's settings.
await runPageServer({
  name: 'demo',
  portVariable: 'DEMO_PORT',
  readSettings: () => readSettings(process.env),
  async createPage({ settings: { dev, addresses }, server }) {
    const embed = (html: string) => embedJson(html, { id: addressesElementId, value: addresses })
    if (dev) return createDevPage({ server, embed })
    return servePage({
      files: await buildPage({ config: pageConfig, embed }),
      policy: contentSecurityPolicy(addresses),
    })
  },
})
