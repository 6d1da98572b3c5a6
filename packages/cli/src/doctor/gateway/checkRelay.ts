import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createRelayToken } from '@portico/protocol/walletconnect'
import type { Check } from '../Check.ts'
import { readJson, reasonOf, timeoutMs } from '../request.ts'

const name = 'relay'

/**
 * Checks that a WalletConnect relay accepts connections of a page. Opens a WebSocket as the kit does, with a token of a
 * key that is used only for this.
 *
 * @param relayUrl such as `wss://gateway.example.org/relay`
 */
export async function checkRelay({
  relayUrl,
  projectId,
  origin,
}: {
  relayUrl: string
  projectId: string | undefined
  origin: string | undefined
}): Promise<Check> {
  const token = await createRelayToken({ seed: randomBytes(32).toString('hex'), audience: relayUrl })
  const url = new URL(relayUrl.replace(/^ws/, 'http'))
  url.searchParams.set('auth', token)
  if (projectId) url.searchParams.set('projectId', projectId)

  const answer = await openSocket({ url, origin })
  if ('failure' in answer)
    return {
      name,
      status: 'problem',
      message: `${relayUrl} cannot be reached: ${answer.failure}.`,
      remedy: 'Check the address, and that the gateway runs.',
    }
  if (answer.status === 101) return { name, status: 'ok', message: `${relayUrl} accepts connections.` }
  const { code, title, detail } = readJson(answer.text) ?? {}
  if (code === 'relay-token-invalid')
    return {
      name,
      status: 'problem',
      message: `The relay refuses tokens for ${url.host} (${String(detail ?? title)}).`,
      remedy: `Set PUBLIC_URLS of the gateway to ${url.origin}, or add ${url.host} to RELAY_HOSTS.`,
    }
  if (code === 'project-id-missing')
    return {
      name,
      status: 'skipped',
      message: 'The relay asks for a project.',
      remedy: 'Add --project and its ID.',
    }
  if (code)
    return {
      name,
      status: 'problem',
      message: `The relay refuses the connection: ${String(title ?? code)}`,
      remedy: 'See the check of the project.',
    }
  return {
    name,
    status: 'problem',
    message: `${relayUrl} answers ${answer.status} instead of opening a WebSocket.`,
    remedy: 'Let the proxy pass WebSocket connections on (the headers Upgrade and Connection).',
  }
}

async function openSocket({
  url,
  origin,
}: {
  url: URL
  origin: string | undefined
}): Promise<{ status: number; text: string } | { failure: string }> {
  try {
    return await new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const outgoing = send(url, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
          ...(origin ? { origin } : {}),
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
      outgoing.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve({ status: response.statusCode ?? 0, text: '' })
      })
      outgoing.on('response', (response) => {
        readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** Bytes of the longest answer that is read. */
const maxBytes = 64 * 1024

async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > maxBytes) break
  }
  return text
}
