import { createServer, type RequestListener, type Server } from 'node:http'
import { createStop } from './createStop.ts'
import { readNumber } from './readNumber.ts'
import { type PageHealth, serveHealth } from './serveHealth.ts'

export type Listening = {
  host: string
  port: number
  /** URL of the page, as a browser opens it. */
  url: string
}

/**
 * Runs the server of a page until it is stopped: reads the settings, binds the port, builds the page and prints
 * `<name> ready <url>`. On an error it prints the message and exits with code 1.
 *
 * @example
 * await runPageServer({
 *   name: 'demo',
 *   portVariable: 'DEMO_PORT',
 *   readSettings: () => readSettings(process.env),
 *   createPage: async () => servePage({ files: await buildPage({ configUrl, embed }), policy }),
 * })
 */
export async function runPageServer<settings extends Listening>(program: {
  /** Name of the server in `npm start`. */
  name: string
  /** Environment variable that sets the port; named in error messages. */
  portVariable: string
  /** For the metrics. */
  version?: string | undefined
  readSettings(): settings
  createPage(parameters: {
    settings: settings
    server: Server
    /** What the page depends on, for `/healthz`; the page adds its own. */
    checks: PageHealth['checks']
  }): Promise<RequestListener>
}): Promise<void> {
  try {
    await run(program)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function run<settings extends Listening>({
  name,
  portVariable,
  version = 'unknown',
  readSettings,
  createPage,
}: Parameters<typeof runPageServer<settings>>[0]): Promise<void> {
  const settings = readSettings()
  const starting = createStarting(name)
  const server = createServer(starting)
  const health: PageHealth = { isStopping: false, checks: new Map() }
  const exit = () => process.exit(0)
  const drainSeconds = readNumber(process.env, 'DRAIN_SECONDS', { fallback: 0, max: 25 })
  const stop = createStop({ server, health, drainSeconds, exit })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The parent process keeps stdin open; when it closes, the parent has exited, even if it was killed.
  if (process.env.PORTICO_PARENT_PIPE === '1') {
    process.stdin.on('end', exit).on('close', exit).on('error', exit).resume()
  }
  // Bind the port first: a taken port should be reported before seconds of building.
  await listen({ server, settings, portVariable })
  const page = await createPage({ settings, server, checks: health.checks })
  server.off('request', starting).on('request', serveHealth({ name, version, next: page, health }))
  console.log(`${name} ready ${settings.url}`)
}

/** Answers requests until the page is built. */
function createStarting(name: string): RequestListener {
  return (request, response) => {
    response.writeHead(request.url === '/livez' ? 200 : 503, {
      'content-type': 'text/plain',
      'retry-after': '2',
    })
    response.end(`The ${name} is starting.\n`)
  }
}

function listen({
  server,
  settings,
  portVariable,
}: {
  server: Server
  settings: Listening
  portVariable: string
}): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, settings, portVariable)))
    server.listen(settings.port, settings.host, resolve)
  })
}

/** Replaces common errors of `listen` by a sentence that says what to do. */
function explain(error: NodeJS.ErrnoException, { port, host }: Listening, portVariable: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} is taken: stop the program that has it, or choose another one with ${portVariable}.`,
    )
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}: choose another one with ${portVariable}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`This machine does not have the address ${host}: correct HOST.`)
  return error
}
