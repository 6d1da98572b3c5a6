import { createServer, type RequestListener, type Server } from 'node:http'
import { serveHealth } from './serveHealth.ts'

/** Where a page's server listens. */
export type Listening = {
  host: string
  port: number
  /** Where the visitor opens the page. */
  url: string
}

/**
 * The whole program of a page: settings, the port, `<name> ready <address>` once it answers, and nothing left at the end.
 * What the visitor can mend is one sentence and exit code 1.
 *
 * @example
 * await runPageServer({
 *   name: 'demo',
 *   portVariable: 'DEMO_PORT',
 *   readSettings: () => readSettings(process.env),
 *   createPage: async () => servePage({ files: await buildPage({ config, embed }), policy }),
 * })
 */
export async function runPageServer<settings extends Listening>(program: {
  /** As `npm start` names it. */
  name: string
  /** The variable to choose another port with. */
  portVariable: string
  readSettings(): settings
  createPage(parameters: { settings: settings; server: Server }): Promise<RequestListener>
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
  readSettings,
  createPage,
}: Parameters<typeof runPageServer<settings>>[0]): Promise<void> {
  const settings = readSettings()
  const starting = createStarting(name)
  const server = createServer(starting)
  const stop = () => process.exit(0)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started us keeps the other end of this pipe; when it closes, they are gone, however they went.
  if (process.env.PORTICO_PARENT_PIPE === '1') {
    process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
  }
  // The port first: whether it is free should not be learnt after seconds of building.
  await listen({ server, settings, portVariable })
  const page = await createPage({ settings, server })
  server.off('request', starting).on('request', serveHealth({ name, next: page }))
  console.log(`${name} ready ${settings.url}`)
}

/** What is answered until the page is built. */
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

/** One sentence for what the visitor can mend. */
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
