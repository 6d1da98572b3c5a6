import type { RequestListener } from 'node:http'
import { buildPage, embedJson, runPageServer, servePage } from '@portico/page-server'
import { contentSecurityPolicy } from './server/contentSecurityPolicy.ts'
import { readSettings } from './server/readSettings.ts'
import { addressesElementId, type ServerAddresses } from './serverAddresses.ts'

// The program: a page from the environment's settings.
await runPageServer({
  name: 'companion',
  portVariable: 'COMPANION_PORT',
  readSettings: () => readSettings(process.env),
  createPage: async ({ settings }) => createLazyPage(settings.addresses),
})

/** Builds the page when it is asked for: most of those who run everything do not open it. */
function createLazyPage(addresses: ServerAddresses): RequestListener {
  let building: Promise<RequestListener> | undefined
  return (request, response) => {
    building ??= build(addresses)
    building.then(
      (page) => page(request, response),
      (error: unknown) => {
        building = undefined
        console.error(error)
        response.writeHead(500, { 'content-type': 'text/plain' }).end('The page could not be built.\n')
      },
    )
  }
}

async function build(addresses: ServerAddresses): Promise<RequestListener> {
  const { pageConfig } = await import('./server/pageConfig.ts')
  const embed = (html: string) => embedJson(html, { id: addressesElementId, value: addresses })
  return servePage({
    files: await buildPage({ config: pageConfig, embed }),
    policy: contentSecurityPolicy(addresses),
  })
}
