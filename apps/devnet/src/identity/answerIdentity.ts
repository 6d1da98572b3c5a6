import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../http/Answer.ts'
import { json } from '../http/json.ts'
import type { AnswerPage } from '../http/servePages.ts'
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

const slowMs = 5_000

/**
 * Creates the answers of the identity server: the providers at `/<provider>/…`, Farcaster at `/farcaster/…`, their switches at `/`
 * and `/switches`. No response allows another origin, so other pages can only navigate to it, as with the real providers;
 * Farcaster's relay is the exception, as it is in reality.
 */
export function answerIdentity({
  issuerBase,
  clients,
  now,
  sleep,
}: {
  issuerBase: string
  clients: readonly IdentityClient[]
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}): AnswerPage {
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
    accounts: switches.people.accounts,
    now,
  })

  return async (request) => {
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
