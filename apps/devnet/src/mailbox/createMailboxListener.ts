import { readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { answerHealth } from '../http/answerHealth.ts'
import { isLocalName } from '../http/isLocalName.ts'
import type { Messages } from './createMessages.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const files: Readonly<Record<string, { name: string; type: string }>> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/mailbox.js': { name: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
  '/readMail.js': { name: 'readMail.js', type: 'text/javascript; charset=utf-8' },
  '/mailbox.css': { name: 'mailbox.css', type: 'text/css; charset=utf-8' },
}

/**
 * Creates the inbox over HTTP: the page at `/`, `GET /api/messages?to=<address>`, `DELETE /api/messages`. No response
 * allows another origin, so no other page can read or delete mails.
 */
export function createMailboxListener({ messages }: { messages: Messages }): RequestListener {
  const bodies = new Map(
    Object.entries(files).map(([path, { name, type }]) => [
      path,
      { type, body: readFileSync(join(import.meta.dirname, 'page', name)) },
    ]),
  )
  return ({ url = '/', method = 'GET', headers }, response) => {
    // Refuse foreign host names, which DNS rebinding could point to this server.
    if (!isLocalName(headers.host)) return answer(response, 421, 'Ask for localhost.\n')
    const { pathname, searchParams } = new URL(url, 'http://mailbox')
    if (pathname === '/api/messages' && method === 'DELETE') {
      messages.clear()
      return answer(response, 204)
    }
    if (method !== 'GET' && method !== 'HEAD')
      return answer(response, 405, 'Use GET, or DELETE for /api/messages.\n')
    if (pathname === '/api/messages') {
      const list = messages.list(searchParams.get('to') ?? undefined)
      return answer(response, 200, JSON.stringify(list), 'application/json')
    }
    const health = answerHealth(pathname)
    if (health) return answer(response, health.status, health.body)
    const file = bodies.get(pathname)
    if (!file) return answer(response, 404, 'There is nothing at this address.\n')
    answer(response, 200, file.body, file.type)
  }
}

function answer(
  response: ServerResponse,
  status: number,
  body: string | Buffer = '',
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  response.end(body)
}
