import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Answer } from '../http/Answer.ts'
import { contentSecurityPolicy } from '../http/contentSecurityPolicy.ts'
import { isLocalName } from '../http/isLocalName.ts'
import { json } from '../http/json.ts'
import type { PageRequest } from '../http/PageRequest.ts'
import { answerProvider } from './answerProvider.ts'
import { answerSwitches } from './answerSwitches.ts'
import { createGrants } from './createGrants.ts'
import { createSigner } from './createSigner.ts'
import { answerFarcaster } from './farcaster/answerFarcaster.ts'
import { createChannels } from './farcaster/createChannels.ts'
import { localFarcaster } from './farcaster/localFarcaster.ts'
import type { IdentityClient, ProviderId } from './IdentityClient.ts'
import type { IdentityContext } from './IdentityContext.ts'
import { switchesPage } from './pages/switchesPage.ts'
import { providers } from './providers/providers.ts'
import { switches as switchesSchema } from './switches.ts'

const files: Readonly<Record<string, { name: string; type: string }>> = {
  '/identity.css': { name: 'identity.css', type: 'text/css; charset=utf-8' },
  '/submit.js': { name: 'submit.js', type: 'text/javascript; charset=utf-8' },
  '/switches.js': { name: 'switches.js', type: 'text/javascript; charset=utf-8' },
}

const maxBodyBytes = 64 * 1024
const slowMs = 5_000

/**
 * Creates the identity server over HTTP: the providers at `/<provider>/…`, Farcaster at `/farcaster/…`, their switches at `/`
 * and `/switches`. No response allows another origin, so other pages can only navigate to it, as with the real providers;
 * Farcaster's relay is the exception, as it is in reality.
 */
export function createIdentityListener({
  issuerBase,
  clients,
  now,
  sleep,
}: {
  issuerBase: string
  clients: readonly IdentityClient[]
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}): RequestListener {
  const bodies = readFiles()
  const grants = createGrants({ now })
  const signers = { google: createSigner(), apple: createSigner() }
  const channels = createChannels({ now })
  let switches = switchesSchema.parse({})

  const createContext = (id: ProviderId): IdentityContext => ({
    provider: providers[id],
    issuer: `${issuerBase}/${id}`,
    clients: clients.filter(({ provider }) => provider === id),
    grants,
    signer: id === 'apple' ? signers.apple : signers.google,
    switches: switches[id],
    now,
  })

  const answer = async (request: PageRequest): Promise<Answer> => {
    const { method, path } = request
    const file = bodies.get(path)
    if (file && method === 'GET') return file
    if (path === '/' && method === 'GET') return switchesPage({ providers, switches })
    if (path === '/switches') {
      const { answer, changed } = answerSwitches({ request, switches })
      switches = changed ?? switches
      return answer
    }
    const [, id = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(path) ?? []
    if (!isProvider(id) && id !== 'farcaster') return json({ error: `There is no ${method} ${path}.` }, 404)
    if (switches[id].slow) await sleep(slowMs)
    const inner = { ...request, path: rest }
    if (id !== 'farcaster') return answerProvider(createContext(id), inner)
    const base = `${issuerBase}${localFarcaster.path}`
    return answerFarcaster({ base, channels, switches: switches.farcaster, now }, inner)
  }

  return (incoming, response) => {
    void handle({ incoming, response, answer }).catch(() => response.destroy())
  }
}

async function handle({
  incoming,
  response,
  answer,
}: {
  incoming: IncomingMessage
  response: ServerResponse
  answer: (request: PageRequest) => Promise<Answer>
}): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  if (!isLocalName(headers.host)) return send(response, json({ error: 'Ask for localhost.' }, 421))
  const body = await readBody(incoming)
  if (body === undefined) return send(response, json({ error: 'The body is too large.' }, 413))
  if (!URL.canParse(`http://localhost${url}`)) return send(response, json({ error: 'This is no path.' }, 400))
  const { pathname, searchParams, search } = new URL(`http://localhost${url}`)
  const request = {
    ...{ method, headers, body, query: searchParams },
    ip: incoming.socket.remoteAddress ?? '',
    path: pathname,
    target: `${pathname}${search}`,
  }
  send(
    response,
    await answer(request).catch((error: Error) => json({ error: `Internal error: ${error.message}` }, 500)),
  )
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    'content-security-policy': contentSecurityPolicy(),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A provider's form post tells its origin, so this must not be no-referrer.
    'referrer-policy': 'strict-origin',
    ...headers,
  })
  response.end(body)
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readFiles(): Map<string, Answer> {
  return new Map(
    Object.entries(files).map(([path, { name, type }]) => [
      path,
      {
        status: 200,
        headers: { 'content-type': type },
        body: readFileSync(join(import.meta.dirname, 'pages', name)),
      },
    ]),
  )
}

function isProvider(id: string): id is ProviderId {
  return Object.hasOwn(providers, id)
}
