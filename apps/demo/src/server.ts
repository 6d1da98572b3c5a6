import { createServer, type RequestListener, type Server } from 'node:http'
import { buildPage } from './server/buildPage.ts'
import { contentSecurityPolicy } from './server/contentSecurityPolicy.ts'
import { createDevPage } from './server/createDevPage.ts'
import { readSettings, type Settings } from './server/readSettings.ts'
import { serveHealth } from './server/serveHealth.ts'
import { servePage } from './server/servePage.ts'

// The program: a page from the environment's settings, `demo ready` once it answers, and nothing left at the end.

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const server = createServer()
  const stop = () => process.exit(0)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started us keeps the other end of this pipe; when it closes, they are gone, however they went.
  if (process.env.PORTICO_PARENT_PIPE === '1') {
    process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
  }
  // The port first: whether it is free should not be learnt after seconds of building.
  await listen(server, settings)
  const page = settings.dev
    ? await createDevPage({ server, addresses: settings.addresses })
    : servePage({
        files: await buildPage(settings.addresses),
        policy: contentSecurityPolicy(settings.addresses),
      })
  server.off('request', starting).on('request', serveHealth(page))
  console.log(`demo ready ${settings.url}`)
}

/** What is answered until the page is built. */
const starting: RequestListener = (request, response) => {
  response.writeHead(request.url === '/livez' ? 200 : 503, {
    'content-type': 'text/plain',
    'retry-after': '2',
  })
  response.end('The demo is starting.\n')
}

function listen(server: Server, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('request', starting)
    server.once('error', (error) => reject(explain(error, settings)))
    server.listen(settings.port, settings.host, resolve)
  })
}

/** One sentence for what the visitor can mend. */
function explain(error: NodeJS.ErrnoException, { port, host }: Settings): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} is taken: stop the program that has it, or choose another one with DEMO_PORT.`,
    )
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}: choose another one with DEMO_PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`This machine does not have the address ${host}: correct HOST.`)
  return error
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
