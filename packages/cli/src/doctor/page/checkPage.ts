import type { Check } from '../Check.ts'
import { request } from '../request.ts'
import { allows, type Policy, parsePolicies } from './parsePolicy.ts'

const name = 'page'

/**
 * Checks whether the Content Security Policy of a page allows what the kit needs: requests and images of the gateway,
 * the relay's WebSocket, and the frame of the wallet site.
 */
export async function checkPage({
  pageUrl,
  gatewayUrl,
  relayUrl,
  walletUrl,
}: {
  pageUrl: string
  gatewayUrl: string | undefined
  relayUrl: string | undefined
  walletUrl: string | undefined
}): Promise<Check[]> {
  const answer = await request(pageUrl)
  if ('failure' in answer)
    return [
      {
        name,
        status: 'problem',
        message: `${pageUrl} cannot be reached: ${answer.failure}.`,
        remedy: 'Check the address after --origin.',
      },
    ]
  const checks: Check[] = []
  if (pageUrl.startsWith('https:')) {
    for (const url of [gatewayUrl, walletUrl]) {
      if (url?.startsWith('http:') && !isLoopback(url))
        checks.push({
          name,
          status: 'problem',
          message: `The page is served over https, so browsers block ${url}.`,
          remedy: 'Serve it over https.',
        })
    }
  }
  const policies = [
    ...parsePolicies(answer.headers.get('content-security-policy') ?? ''),
    ...readMeta(answer.text).flatMap(parsePolicies),
  ]
  const needed = listNeeded({ gatewayUrl, relayUrl, walletUrl })
  const missing = needed.filter(({ directives, url }) =>
    policies.some((policy: Policy) => !allows({ policy, directives, url, pageUrl: pageUrl })),
  )
  for (const { directives, url, use } of missing)
    checks.push({
      name: 'page policy',
      status: 'problem',
      message: `The Content Security Policy of ${pageUrl} does not allow ${url} for ${use}.`,
      remedy: `Add ${url} to ${directives[0]}.`,
    })
  if (checks.length > 0) return checks
  const found =
    policies.length > 0
      ? 'Its Content Security Policy allows what the kit needs.'
      : 'It has no Content Security Policy.'
  return [{ name, status: 'ok', message: `${pageUrl} answers ${answer.status}. ${found}` }]
}

function listNeeded({
  gatewayUrl,
  relayUrl,
  walletUrl,
}: {
  gatewayUrl: string | undefined
  relayUrl: string | undefined
  walletUrl: string | undefined
}) {
  const connect = ['connect-src', 'default-src']
  const image = ['img-src', 'default-src']
  const originOf = (url: string) => new URL(url).origin
  return [
    ...(gatewayUrl
      ? [
          { directives: connect, url: originOf(gatewayUrl), use: 'requests to the gateway' },
          { directives: image, url: originOf(gatewayUrl), use: 'images of wallets and tokens' },
        ]
      : []),
    ...(relayUrl ? [{ directives: connect, url: originOf(relayUrl), use: 'the relay' }] : []),
    ...(walletUrl
      ? [
          {
            directives: ['frame-src', 'child-src', 'default-src'],
            url: originOf(walletUrl),
            use: 'the wallet site',
          },
        ]
      : []),
    // Wallets announce their icons as data URLs (EIP-6963).
    { directives: image, url: 'data:', use: 'icons of wallets' },
  ]
}

/** The policies of `<meta http-equiv>`. */
function readMeta(html: string): string[] {
  return [...html.matchAll(/<meta\s[^>]*>/gi)].flatMap(([tag]) => {
    if (!/http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag)) return []
    const [, , content] = /\scontent\s*=\s*(["'])([\s\S]*?)\1/i.exec(tag) ?? []
    return content === undefined ? [] : [content.replaceAll('&#39;', "'").replaceAll('&quot;', '"')]
  })
}

function isLoopback(url: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
