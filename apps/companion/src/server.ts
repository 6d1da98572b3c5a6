import type { RequestListener } from 'node:http'
import { buildPage, embedJson, runPageServer, servePage } from '@portico/page-server'
import { contentSecurityPolicy } from './server/contentSecurityPolicy.ts'
import { readSettings } from './server/readSettings.ts'
import { addressesElementId, type ServerAddresses } from './serverAddresses.ts'

await runPageServer({
  name: 'companion',
  portVariable: 'COMPANION_PORT',
  readSettings: () => readSettings(process.env),
  createPage: async ({ settings }) => createLazyPage(settings.addresses),
})

/** Builds the page on the first request, because most users of `npm start` do not open it. */
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
  const embed = (html: string) => embedJson(html, { id: addressesElementId, value: addresses })
  return servePage({
    files: await buildPage({ configUrl: new URL('./server/pageConfig.ts', import.meta.url), embed }),
    policy: contentSecurityPolicy(addresses),
  })
}
